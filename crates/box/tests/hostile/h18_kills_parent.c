/* Row 18: kills its parent and process 1, then prints the answer.
 * Expected: by output. Never to be run outside a process namespace of its own. */
#include "guard.h"

int main(void) {
    pid_t parent = getppid();
    if (parent > 1) tell("killing the parent", kill(parent, SIGKILL));
    kill(1, SIGKILL);
    puts("42");
}
