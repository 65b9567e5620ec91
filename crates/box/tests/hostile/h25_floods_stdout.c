/* Row 25: writes up to 300 MB to standard output.
 * Expected: OLE, at once. */
#include "guard.h"

int main(void) {
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 4800 && !late(); i++)
        if (write(1, block, sizeof block) < 0) return 1;
}
