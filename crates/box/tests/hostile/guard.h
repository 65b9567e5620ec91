/* Every hostile program bounds its own harm: it ends by itself after 15 seconds of work, if no sandbox ends it. On a busy
 * machine this takes longer, and the clock bounds it by five minutes. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LATE 15.0
#define VERY_LATE 300.0

static double clock_of(clockid_t id) {
    struct timespec now;
    clock_gettime(id, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static double begun;

__attribute__((constructor)) static void begin(void) { begun = clock_of(CLOCK_MONOTONIC); }

static inline int late(void) {
    return clock_of(CLOCK_PROCESS_CPUTIME_ID) > LATE || clock_of(CLOCK_MONOTONIC) - begun > VERY_LATE;
}

/* Burns processor time, at most `seconds` of this process. */
static inline void burn(double seconds) {
    double start = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    volatile unsigned long count = 0;
    while (!late() && clock_of(CLOCK_PROCESS_CPUTIME_ID) - start < seconds)
        for (int i = 0; i < 100000; i++) count++;
}

/* Sleeps in short naps, at most `seconds`. */
static inline void nap(double seconds) {
    double start = clock_of(CLOCK_MONOTONIC);
    while (!late() && clock_of(CLOCK_MONOTONIC) - start < seconds) usleep(10000);
}

/* Reports a success that must not happen. */
static inline void tell(const char *what, int result) {
    if (result >= 0) printf("%s succeeded\n", what);
}
