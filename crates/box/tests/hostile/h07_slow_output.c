/* Row 7: prints a line every 50 ms for ever.
 * Expected: TLE: output resets no clock. */
#include "guard.h"

int main(void) {
    while (!late()) {
        puts("still here");
        fflush(stdout);
        usleep(50000);
    }
}
