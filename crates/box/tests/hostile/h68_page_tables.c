/* Row 68: maps as many GB as its argument says and reads a byte of every 2 MB: 2 MB of tables of pages for each GB, and
 * nothing resident.
 * Expected: MLE. */
#include "guard.h"
#include <sys/mman.h>

int main(int argc, char **argv) {
    const size_t step = 2 << 20, size = strtoul(argv[1], NULL, 10) << 30;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    volatile char *memory = mmap(NULL, size, PROT_READ, flags, -1, 0);
    if (memory == MAP_FAILED) return puts("refused"), 0;
    madvise((void *)memory, size, MADV_NOHUGEPAGE);
    for (size_t at = 0; at < size && !late(); at += step) (void)memory[at];
    nap(0.3); /* long enough to be seen */
    puts("42");
}
