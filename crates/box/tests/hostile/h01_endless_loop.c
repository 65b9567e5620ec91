/* Row 1: loops for ever.
 * Expected: TLE by processor time, reported near the limit. */
#include "guard.h"

int main(void) { burn(LATE); }
