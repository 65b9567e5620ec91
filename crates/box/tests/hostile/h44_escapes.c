/* Row 44: prints terminal escapes, a bell and a carriage return over earlier text.
 * Expected: WA or AC by bytes; a report shows them escaped. */
#include "guard.h"

int main(void) { printf("wrong\r\033[2J\033]0;title\a42\n"); }
