/* Row 74: its name is no UTF-8, and it touches as many MB as its argument says, in steps of 10 ms.
 * Expected: MLE, and soon. */
#include "guard.h"
#include <sys/prctl.h>

int main(int argc, char **argv) {
    size_t size = atol(argv[1]) << 20;
    prctl(PR_SET_NAME, "\xff\n\xfe");
    volatile char *memory = malloc(size);
    for (size_t at = 0; at < size && !late(); at += 4096) {
        memory[at] = 1;
        if (at % (16 << 20) == 0) usleep(10000);
    }
    puts("42");
}
