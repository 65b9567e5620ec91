/* Row 37: writes 900 KB, then reads its whole input and counts the bytes on standard error.
 * Expected: by output; no deadlock. */
#include "guard.h"

int main(void) {
    for (int i = 0; i < 900 << 10; i++) putchar('x');
    fflush(stdout);
    long count = 0;
    while (getchar() != EOF) count++;
    fprintf(stderr, "%ld", count);
}
