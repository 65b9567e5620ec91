/* Row 51: prints the right answer and dies of the signal of its argument.
 * Expected: RE by that signal. */
#include "guard.h"

int main(int argc, char **argv) {
    int number = argc > 1 ? atoi(argv[1]) : SIGSEGV;
    puts("42");
    fflush(stdout);
    signal(number, SIG_DFL);
    raise(number);
}
