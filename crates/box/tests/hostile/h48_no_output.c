/* Row 48: prints nothing and ends well.
 * Expected: WA, no output. */
#include "guard.h"

int main(void) { return 0; }
