/* Row 19: sends SIGKILL to every process it may signal, then prints the answer.
 * Expected: by output; the judge lives. Never to be run outside a process namespace of its own. */
#include "guard.h"

int main(void) {
    kill(-1, SIGKILL);
    puts("42");
}
