/* Row 78: while one process waits, another of 100 MB hands its memory on every 3 ms: it begins a child by vfork(), which has the same
 * memory, and which kills it.
 * Expected: MLE at a limit of 90 MB. */
#include "guard.h"
#include <sys/mman.h>

int main(void) {
    int pipes[2];
    if (pipe(pipes)) return 1;
    if (!fork()) {
        size_t size = 100 << 20;
        /* Before anybody looks at it. */
        char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        for (size_t at = 0; at < size; at += 1 << 20) {
            pid_t before = getpid();
            if (vfork()) _exit(0);
            kill(before, SIGKILL);
            memset(memory + at, 1, 1 << 20);
        }
        for (int i = 0; i < 300; i++) {
            pid_t before = getpid();
            if (vfork()) _exit(0);
            kill(before, SIGKILL);
            usleep(3000);
        }
        write(pipes[1], memory + size - 1, 1);
        _exit(0);
    }
    close(pipes[1]);
    char byte = 0;
    puts(read(pipes[0], &byte, 1) == 1 && byte == 1 ? "42" : "?");
}
