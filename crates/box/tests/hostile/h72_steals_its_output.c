/* Row 72: takes back each byte that it writes to the descriptor of its argument: after the supervisor has been told that there
 * is something to read, and before it reads, for whoever reads into a page not yet there keeps the pipe for as long as it
 * takes to make the page. Then it sleeps.
 * Expected: TLE; a supervisor that waits for what is gone sees no limit. */
#include "guard.h"
#include <sys/mman.h>

int main(int argc, char **argv) {
    char path[32];
    size_t huge = 2 << 20;
    int out = atoi(argv[1]);
    sprintf(path, "/proc/self/fd/%d", out);
    int back = open(path, O_RDONLY | O_NONBLOCK);
    char *room = mmap(NULL, 2 * huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    room += huge - (size_t)room % huge;
    madvise(room, huge, MADV_HUGEPAGE);
    double end = clock_of(CLOCK_MONOTONIC) + 0.4;
    while (clock_of(CLOCK_MONOTONIC) < end) {
        if (write(out, "x", 1) < 1) break;
        read(back, room, 1);
        madvise(room, huge, MADV_DONTNEED);
    }
    nap(LATE);
}
