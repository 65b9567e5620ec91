/* Row 33: nests folders up to 2500 deep, so their path exceeds the kernel's limit, and prints the answer.
 * Expected: by output; removed all the same. */
#include "guard.h"

int main(void) {
    for (int depth = 0; depth < 2500; depth++)
        if (mkdir("d", 0755) || chdir("d")) break;
    puts("42");
}
