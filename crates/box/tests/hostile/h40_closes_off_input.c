/* Row 40: tries to change mode, time and attributes of the files of its arguments, and of its input.
 * Expected: by output; every attempt is refused where mounts are read-only. */
#include "guard.h"
#include <sys/xattr.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        tell("chmod", chmod(argv[i], 0600));
        tell("utimes", utimensat(AT_FDCWD, argv[i], NULL, 0));
        tell("setxattr", setxattr(argv[i], "user.mark", "x", 1, 0));
    }
    tell("fchmod of the input", fchmod(0, 0600));
    puts("done");
}
