/* Row 28: prints one line of 131070 bytes without a newline.
 * Expected: WA. */
#include "guard.h"

int main(void) {
    for (int i = 0; i < 131070; i++) putchar('9');
}
