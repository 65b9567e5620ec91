/* Row 12: prints the answer and becomes a daemon: double fork, new session, descriptors closed.
 * Expected: by output, with a note; none is left. */
#include "guard.h"

int main(void) {
    puts("42");
    fflush(stdout);
    pid_t first = fork();
    if (first) {
        /* Daemons often do this: only the last process is left when this one ends. */
        waitpid(first, NULL, 0);
        return 0;
    }
    setsid();
    if (fork()) _exit(0);
    for (int descriptor = 0; descriptor < 64; descriptor++) close(descriptor);
    nap(LATE);
}
