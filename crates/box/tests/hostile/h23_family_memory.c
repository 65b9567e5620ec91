/* Row 23: 16 children touch 32 MB each; no single one is over the limit.
 * Expected: MLE by the sum over the tree. */
#include "guard.h"

int main(void) {
    for (int i = 0; i < 16; i++)
        if (fork() == 0) {
            volatile char *block = memset(malloc(32 << 20), i + 1, 32 << 20);
            nap(LATE);
            return block[i];
        }
    nap(LATE);
}
