/* Row 62: calls the kernel by numbers of another interface: `x32` those of x32, `new` one that no kernel has yet, `32` those
 * of 32-bit programs.
 * Expected: refused; for `32` RE (SIGSYS). */
#include "guard.h"
#include <sys/syscall.h>

int main(int argc, char **argv) {
    if (!strcmp(argv[1], "x32")) tell("getpid of x32", (int)syscall(0x40000000 + 39));
    if (!strcmp(argv[1], "new")) printf("%s\n", syscall(900) == -1 && errno == ENOSYS ? "unknown" : "known");
    if (!strcmp(argv[1], "32")) {
        int number = 20; /* getpid */
        __asm__ volatile("int $0x80" : "+a"(number) : : "memory");
        tell("getpid of 32 bits", number);
    }
    puts("done");
}
