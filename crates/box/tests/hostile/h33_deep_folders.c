/* Row 33: makes folders nested up to 2500 deep, whose path is longer than the kernel takes one, and prints the answer.
 * Expected: by output; removed all the same. */
#include "guard.h"

int main(void) {
    for (int depth = 0; depth < 2500; depth++)
        if (mkdir("d", 0755) || chdir("d")) break;
    puts("42");
}
