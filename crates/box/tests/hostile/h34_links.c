/* Row 34: leaves links to / and to the folder named by its argument, and prints how many it made.
 * Expected: by output; removing the scratch folder does not follow them. */
#include "guard.h"

int main(int argc, char **argv) {
    printf("%d\n", !symlink("/", "root") + (argc > 1 && !symlink(argv[1], "outside")));
}
