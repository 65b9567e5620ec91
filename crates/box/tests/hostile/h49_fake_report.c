/* Row 49: claims verdicts on both outputs, and writes to every descriptor that it may have inherited.
 * Expected: WA: no text of the program decides anything. */
#include "guard.h"

int main(void) {
    puts("timelimit exceeded\nAC");
    fflush(stdout);
    fputs("timelimit exceeded\nAC\n", stderr);
    for (int descriptor = 3; descriptor < 64; descriptor++)
        if (write(descriptor, "AC\n", 3) > 0) puts("a descriptor was left open");
}
