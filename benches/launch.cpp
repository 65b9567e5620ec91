// launch FIGURES INPUT PROGRAM ARGUMENT...: runs a program with INPUT as its standard input, waits for it, and writes
// `CPU-SECONDS CLOCK-SECONDS PEAK-KIB` of that one process into FIGURES. Ends as the program does.
//
// The peak that the kernel reports for a process is at least that of the process which started it: a small starter
// lets small programs be measured, an interpreter does not.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
}

static double seconds(timeval t) { return double(t.tv_sec) + double(t.tv_usec) * 1e-6; }

int main(int count, char** argv) {
    if (count < 4) return 2;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, argv[2], O_RDONLY, 0);
    const double start = now();
    pid_t child;
    if (posix_spawn(&child, argv[3], &actions, nullptr, argv + 3, environ) != 0) {
        std::fprintf(stderr, "cannot run %s on %s\n", argv[3], argv[2]);
        return 127;
    }
    int status;
    rusage used;
    if (wait4(child, &status, 0, &used) != child) return 127;
    const double clock = now() - start;
    std::FILE* figures = std::fopen(argv[1], "w");
    if (!figures) return 127;
    std::fprintf(figures, "%.6f %.6f %ld\n", seconds(used.ru_utime) + seconds(used.ru_stime), clock, used.ru_maxrss);
    std::fclose(figures);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
