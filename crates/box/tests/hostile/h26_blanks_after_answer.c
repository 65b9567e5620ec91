/* Row 26: prints the answer and then 10 MB of blanks.
 * Expected: OLE. */
#include "guard.h"

int main(void) {
    puts("42");
    for (int i = 0; i < 10 << 20; i++) putchar(' ');
}
