/* Row 27: writes 4 MB to standard error, then loops.
 * Expected: TLE by the rest; standard error is cut and counted. */
#include "guard.h"

int main(void) {
    static char block[1 << 16];
    memset(block, 'e', sizeof block);
    for (int i = 0; i < 64 && !late(); i++)
        if (write(2, block, sizeof block) < (ssize_t)sizeof block) return 1;
    burn(LATE);
}
