/* Row 55: tries to open its terminal and those of others, and to type into them.
 * Expected: by output: there is none. */
#include "guard.h"
#include <sys/ioctl.h>

int main(void) {
    tell("opening the terminal", open("/dev/tty", O_RDWR));
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        if (isatty(descriptor)) puts("a terminal descriptor");
        tell("typing", ioctl(descriptor, TIOCSTI, "x"));
    }
    for (int i = 0; i < 64; i++) {
        char path[32];
        sprintf(path, "/dev/pts/%d", i);
        tell("opening another terminal", open(path, O_RDWR | O_NOCTTY));
        tell("reading another terminal", open(path, O_RDONLY | O_NOCTTY));
    }
    puts("done");
}
