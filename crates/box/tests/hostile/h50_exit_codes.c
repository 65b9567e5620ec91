/* Row 50: prints the right answer and exits with the code of its argument.
 * Expected: RE (exit n), even for 124 and 137. */
#include "guard.h"

int main(int argc, char **argv) {
    puts("42");
    return argc > 1 ? atoi(argv[1]) : 1;
}
