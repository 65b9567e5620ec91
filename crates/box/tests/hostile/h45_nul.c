/* Row 45: prints a NUL inside the answer.
 * Expected: WA: bytes are compared, not C strings. */
#include "guard.h"

int main(void) { fwrite("4\0" "2\n", 1, 4, stdout); }
