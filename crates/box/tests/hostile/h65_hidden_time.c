/* Row 65: works for the seconds of its argument in children that are never waited for and live 4 ms each, or as many as its
 * second argument says.
 * Expected: TLE, or the first child is refused and it says so. */
#include "guard.h"

int main(int argc, char **argv) {
    double seconds = atof(argv[1]), each = argc > 2 ? atof(argv[2]) / 1000 : 0.004;
    signal(SIGCHLD, SIG_IGN);
    for (double done = 0; done < seconds && !late(); done += each) {
        pid_t child = fork();
        if (child < 0) return puts("refused"), 0;
        if (!child) {
            burn(each);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    puts("42");
}
