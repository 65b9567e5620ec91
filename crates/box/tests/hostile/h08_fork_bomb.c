/* Row 8: forks as often as it can, up to 400 processes, then works.
 * Expected: TLE; fork fails at the limit where the kernel enforces one. */
#include "guard.h"

int main(void) {
    int made = 0, said = 0;
    while (!late()) {
        pid_t child = made < 400 ? fork() : -1;
        if (child == 0) {
            nap(LATE);
            return 0;
        }
        if (child > 0) made++;
        else if (!said++) dprintf(1, "refused at %d\n", made);
    }
}
