/* Row 34: leaves links to / and to the folder of its argument, and prints their number.
 * Expected: by output; removing the scratch folder does not follow them. */
#include "guard.h"

int main(int argc, char **argv) {
    printf("%d\n", !symlink("/", "root") + (argc > 1 && !symlink(argv[1], "outside")));
}
