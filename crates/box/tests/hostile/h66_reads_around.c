/* Row 66: looks for each path on its standard input: whether it is there, can be read, listed, or executed; tells what it
 * found.
 * Expected: by output: nothing. */
#include "guard.h"
#include <dirent.h>

int main(void) {
    char path[4096], text[4160];
    while (fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = 0;
        struct stat found;
        char byte;
        sprintf(text, "stat of %s", path);
        tell(text, stat(path, &found));
        int file = open(path, O_RDONLY | O_NONBLOCK);
        sprintf(text, "reading of %s", path);
        tell(text, file < 0 ? -1 : (int)read(file, &byte, 1));
        DIR *folder = opendir(path);
        sprintf(text, "listing of %s", path);
        tell(text, folder ? 0 : -1);
        sprintf(text, "locking of %s", path);
        tell(text, file < 0 ? -1 : fcntl(file, F_SETLEASE, F_RDLCK));
        pid_t child = fork();
        if (!child) {
            execl(path, "gamesolve", "--version", NULL);
            _exit(9);
        }
        int status = 0;
        if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) != 9)
            printf("running of %s succeeded\n", path);
    }
    puts("done");
}
