/* Row 3: waits in select without a time-out.
 * Expected: TLE, idle. */
#include "guard.h"
#include <sys/select.h>

int main(void) {
    alarm(LATE);
    select(0, NULL, NULL, NULL, NULL);
}
