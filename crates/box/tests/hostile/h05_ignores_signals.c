/* Row 5: ignores every signal that can be ignored, and loops.
 * Expected: TLE. */
#include "guard.h"

int main(void) {
    for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
    burn(LATE);
}
