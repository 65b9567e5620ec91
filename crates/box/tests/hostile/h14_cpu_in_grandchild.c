/* Row 14: lets a grandchild work and waits for it without using time itself.
 * Expected: TLE by the processor time of the tree. */
#include "guard.h"

int main(void) {
    if (fork() == 0) {
        if (fork() == 0) {
            burn(LATE);
            _exit(0);
        }
        wait(NULL);
        _exit(0);
    }
    wait(NULL);
}
