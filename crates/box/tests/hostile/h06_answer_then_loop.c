/* Row 6: prints the right answer, then loops.
 * Expected: TLE, not AC. */
#include "guard.h"

int main(void) {
    puts("42");
    fflush(stdout);
    burn(LATE);
}
