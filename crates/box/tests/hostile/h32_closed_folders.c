/* Row 32: leaves folders without permissions.
 * Expected: by output; removed all the same. */
#include "guard.h"

int main(void) {
    mkdir("closed", 0755);
    mkdir("closed/inner", 0755);
    close(open("closed/inner/file", O_CREAT | O_WRONLY, 0644));
    chmod("closed/inner", 0);
    chmod("closed", 0);
    chmod(".", 0);
    puts("42");
}
