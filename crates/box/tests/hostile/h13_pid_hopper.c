/* Row 13: prints the answer and lives on as a process that forks and dies over and over, each time in a new session.
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
