/* Row 13: prints the answer, then forks and ends again and again, each time in a new session.
 * Expected: by output, with a note; none is left. */
#include "guard.h"

int main(void) {
    puts("42");
    fflush(stdout);
    if (fork()) return 0;
    while (!late()) {
        setsid();
        if (fork()) _exit(0);
        usleep(200);
    }
}
