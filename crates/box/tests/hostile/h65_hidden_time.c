/* Row 65: works for the seconds of its argument in children that live 4 ms each and are never waited for.
 * Expected: TLE, or the first child is refused and it says so. */
#include "guard.h"

int main(int argc, char **argv) {
    double seconds = atof(argv[1]);
    signal(SIGCHLD, SIG_IGN);
    for (double done = 0; done < seconds && !late(); done += 0.004) {
        pid_t child = fork();
        if (child < 0) return puts("refused"), 0;
        if (!child) {
            burn(0.004);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    puts("42");
}
