/* Row 22: reserves 4 GB without touching it and prints the answer.
 * Expected: AC: only resident memory counts. */
#include "guard.h"

int main(void) {
    volatile char *block = malloc(4UL << 30);
    if (!block) return 1;
    block[1] = 1;
    puts("42");
}
