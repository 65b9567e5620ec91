/* Row 20: touches 4 GB in steps of 1 MB.
 * Expected: MLE, soon after the limit. */
#include "guard.h"

int main(void) {
    for (int i = 0; i < 4096 && !late(); i++) {
        char *block = malloc(1 << 20);
        if (!block) return 1;
        memset(block, i + 1, 1 << 20);
    }
    nap(1);
}
