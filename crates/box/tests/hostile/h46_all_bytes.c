/* Row 46: prints every byte value.
 * Expected: WA. */
#include "guard.h"

int main(void) {
    for (int byte = 0; byte < 256; byte++) putchar(byte);
}
