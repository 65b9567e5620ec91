/* Row 75: twice in a row, 40 children share its 60 MB, wait a little and end at once, as a pool of workers does; nobody
 * writes to them.
 * Expected: by output, at a limit of 90 MB: shared pages count once. */
#include "guard.h"
#include <sys/mman.h>

int main(void) {
    size_t size = 60 << 20;
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(memory, size, MADV_NOHUGEPAGE);
    memset(memory, 1, size);
    for (int wave = 0; wave < 2; wave++) {
        for (int i = 0; i < 40; i++) {
            if (fork()) continue;
            nap(0.06);
            _exit(0);
        }
        while (wait(NULL) > 0) {}
    }
    puts("42");
}
