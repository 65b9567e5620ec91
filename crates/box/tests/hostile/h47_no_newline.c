/* Row 47: prints the answer without a newline.
 * Expected: AC when the tokens agree. */
#include "guard.h"

int main(void) { printf("42"); }
