/* Row 9: forks up to 400 processes, each in its own session, then works.
 * Expected: TLE; none is left. */
#include "guard.h"

int main(void) {
    int made = 0;
    while (!late()) {
        pid_t child = made < 400 ? fork() : -1;
        if (child == 0) {
            setsid();
            nap(LATE);
            return 0;
        }
        if (child > 0) made++;
    }
}
