/* Row 2: sleeps for ever.
 * Expected: TLE, idle: stopped by the clock with next to no processor time. */
#include "guard.h"

int main(void) { sleep(LATE); }
