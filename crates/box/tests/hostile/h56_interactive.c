/* Row 56: a program in conversation with a partner that answers every piece it hears.
 * Expected: who ended first decides; a move that is not flushed is TLE, idle; nobody waits for ever. */
#include "guard.h"

int main(int count, char **words) {
    const char *way = count > 1 ? words[1] : "";
    char line[1 << 16];
    alarm((unsigned)VERY_LATE);
    if (!strncmp(way, "talks", 5)) {
        /* The right way: an answer to every line, until there is none. */
        while (fgets(line, sizeof line, stdin)) {
            fputs(line, stdout);
            fflush(stdout);
        }
    } else if (!strcmp(way, "does-not-flush")) {
        puts("1 0");
        while (fgets(line, sizeof line, stdin)) puts("1 0");
        for (;;) pause();
    } else if (!strcmp(way, "closes-output")) {
        close(1);
        for (;;) pause();
    } else if (!strcmp(way, "closes-input")) {
        close(0);
        for (;;) write(1, "1 0\n", 4), usleep(1000);
    } else if (!strcmp(way, "never-reads")) {
        for (;;) write(1, "more\n", 5);
    } else if (!strcmp(way, "chatters")) {
        /* It writes, but never a whole line. */
        for (;;) write(1, "x", 1), usleep(20000);
    } else if (!strcmp(way, "floods")) {
        memset(line, 'x', sizeof line);
        for (;;) write(1, line, sizeof line);
    } else if (!strcmp(way, "burns")) {
        burn(LATE);
    } else if (!strcmp(way, "leaves-children")) {
        /* They keep both ends of the conversation open. */
        for (int i = 0; i < 5; i++)
            if (!fork()) for (;;) pause();
    } else if (!strcmp(way, "looks")) {
        /* It cannot find the pipe of its input as a file. */
        execlp("ls", "ls", "-A", ".", (char *)0);
    }
    /* Otherwise it exits early, even if its partner has more to say. */
    return 0;
}
