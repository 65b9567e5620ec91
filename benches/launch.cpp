// launch FIGURES INPUT PROGRAM ARGUMENT...: runs a program with INPUT as its standard input, twice unless that takes
// long. It writes `CPU-SECONDS CLOCK-SECONDS PEAK-KIB` of the last run into FIGURES. It prints the output of that run
// and ends like it.
//
// The first run warms up memory and processor. Memory that was unused for some seconds is slow at the next touch, above
// all on virtual machines, whose host takes it away. A short program is slow after any other. So the figures do not
// depend on earlier measurements.
//
// The kernel reports for a process at least the peak of the process that started it. A small starter can measure small
// programs, and an interpreter cannot.
#include <cstdio>
#include <cstddef>
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

struct Run {
    int status;
    double cpu, clock;
    long peak;
};

// Runs the program with its standard output into the file, from its beginning. Exits if it cannot be run.
static Run run(char** argv, int output) {
    if (ftruncate(output, 0) != 0 || lseek(output, 0, SEEK_SET) != 0) std::exit(127);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, argv[2], O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    const double start = now();
    pid_t child;
    if (posix_spawn(&child, argv[3], &actions, nullptr, argv + 3, environ) != 0) {
        std::fprintf(stderr, "cannot run %s on %s\n", argv[3], argv[2]);
        std::exit(127);
    }
    Run run;
    rusage used;
    if (wait4(child, &run.status, 0, &used) != child) std::exit(127);
    run.clock = now() - start;
    run.cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
    run.peak = used.ru_maxrss;
    posix_spawn_file_actions_destroy(&actions);
    return run;
}

int main(int count, char** argv) {
    const double LONG_SECONDS = 10;
    if (count < 4) return 2;
    std::FILE* output = std::tmpfile();
    if (!output) return 127;
    Run last = run(argv, fileno(output));
    if (last.status == 0 && last.clock < LONG_SECONDS) last = run(argv, fileno(output));
    std::rewind(output);
    char block[1 << 12];
    while (const std::size_t length = std::fread(block, 1, sizeof block, output))
        if (std::fwrite(block, 1, length, stdout) != length) return 127;
    std::FILE* figures = std::fopen(argv[1], "w");
    if (!figures) return 127;
    std::fprintf(figures, "%.6f %.6f %ld\n", last.cpu, last.clock, last.peak);
    std::fclose(figures);
    return WIFEXITED(last.status) ? WEXITSTATUS(last.status) : 128 + WTERMSIG(last.status);
}
