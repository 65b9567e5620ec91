/* Row 39: tries to read, link and move the files of its arguments, and prints each success.
 * Expected: RE or WA: nothing. */
#include "guard.h"

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char text[100];
        int file = open(argv[i], O_RDONLY);
        if (file >= 0) tell("reading", (int)read(file, text, sizeof text));
        tell("link", link(argv[i], "copy"));
        tell("rename", rename(argv[i], "moved"));
    }
    puts("done");
}
