/* Row 41: reports if it finds a file of an earlier run, then leaves one.
 * Expected: by output: every run starts in an empty folder. */
#include "guard.h"

int main(void) {
    puts(access("left", F_OK) ? "fresh" : "used");
    close(open("left", O_CREAT | O_WRONLY, 0644));
}
