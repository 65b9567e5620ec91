/* Row 17: stops its parent and process 1 again and again, while it loops.
 * Expected: TLE; the judge goes on. Never to be run outside a process namespace of its own. */
#include "guard.h"

int main(void) {
    pid_t parent = getppid();
    while (!late()) {
        if (parent > 1) kill(parent, SIGSTOP);
        kill(1, SIGSTOP);
        burn(0.01);
    }
}
