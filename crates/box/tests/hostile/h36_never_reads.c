/* Row 36: does not read its input.
 * Expected: by output; the judge neither waits nor dies of a closed pipe. */
#include "guard.h"

int main(void) { puts("42"); }
