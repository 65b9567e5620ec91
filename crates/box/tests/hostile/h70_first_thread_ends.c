/* Row 70: its first thread ends, which makes the process look dead, and another goes on, as its first argument says: `tables`
 * reads a byte of every 2 MB of as many GB as the second says; `memory` touches as many MB, in steps of 10 ms; `threads`
 * starts as many threads; `relay` has `tables` done by threads each of which starts the next one and ends.
 * Expected: MLE; for threads as for a process whose first thread lives. */
#include "guard.h"
#include <pthread.h>
#include <sys/mman.h>

static const char *way;
static size_t many;
static volatile char *memory;
static size_t size, at;
static const size_t step = 2 << 20;

static void map(size_t bytes, int protection) {
    memory = mmap(NULL, size = bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) _exit(3);
    madvise((void *)memory, bytes, MADV_NOHUGEPAGE);
}

static int start(void *(*work)(void *)) {
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setdetachstate(&small, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&small, 64 << 10);
    return pthread_create(&thread, &small, work, NULL);
}

static void *waits(void *_) {
    nap(1);
    return NULL;
}

static void *relay(void *_) {
    static double end;
    if (!end) end = clock_of(CLOCK_MONOTONIC) + 0.5;
    for (int i = 0; i < 2 && at < size; i++, at += step) (void)memory[at];
    if (at >= size && (late() || clock_of(CLOCK_MONOTONIC) > end)) puts("42"), exit(0);
    start(relay);
    return NULL;
}

static void *work(void *_) {
    nap(0.1); /* until the first has ended */
    if (!strcmp(way, "tables")) {
        map(many << 30, PROT_READ);
        for (; at < size && !late(); at += step) (void)memory[at];
        nap(0.3);
    }
    if (!strcmp(way, "memory")) {
        map(many << 20, PROT_READ | PROT_WRITE);
        for (; at < size && !late(); at += 4096) {
            memory[at] = 1;
            if (at % (16 << 20) == 0) usleep(10000);
        }
    }
    if (!strcmp(way, "threads")) {
        for (size_t i = 0; i < many && !start(waits); i++) {}
        nap(0.3);
    }
    if (!strcmp(way, "relay")) map(many << 30, PROT_READ), start(relay), pthread_exit(NULL);
    puts("42");
    exit(0);
}

int main(int argc, char **argv) {
    way = argv[1];
    many = strtoul(argv[2], NULL, 10);
    start(work);
    pthread_exit(NULL);
}
