/* Row 24: recurses without end, and prints its depth every 4 MB.
 * Expected: RE by SIGSEGV, near the memory limit and not at the 8 MB of a shell. */
#include "guard.h"

static int dive(int depth) {
    volatile char frame[4096];
    frame[depth % 4096] = 1;
    if (depth % 1024 == 0) dprintf(1, "%d MB\n", depth / 256);
    return dive(depth + 1) + frame[depth % 4096];
}

int main(void) { return dive(1); }
