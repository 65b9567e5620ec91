/* Row 11: starts two working processes, ends their parents at once, then sleeps.
 * Expected: TLE by the processor time of the orphans. */
#include "guard.h"

int main(void) {
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            if (fork() == 0) burn(LATE);
            _exit(0);
        }
    nap(LATE);
}
