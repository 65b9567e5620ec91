/* Row 38: closes its descriptors and waits.
 * Expected: TLE, idle: the end of its output is not its end. */
#include "guard.h"

int main(void) {
    alarm(LATE);
    close(0);
    close(1);
    close(2);
    pause();
}
