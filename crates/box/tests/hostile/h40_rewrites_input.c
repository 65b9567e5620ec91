/* Row 40: tries to change, move and delete the files of its arguments, and its input through its descriptor.
 * Expected: by output; every attempt is refused. */
#include "guard.h"

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        tell("opening for writing", open(argv[i], O_WRONLY));
        tell("truncate", truncate(argv[i], 0));
        tell("rename", rename(argv[i], "stolen"));
        tell("unlink", unlink(argv[i]));
    }
    tell("writing to the input", (int)write(0, "x", 1));
    tell("truncating the input", ftruncate(0, 0));
    tell("opening the input again", open("/proc/self/fd/0", O_RDWR));
    puts("done");
}
