/* Row 30: makes a file of 2 GB with a hole.
 * Expected: RE by SIGXFSZ. */
#include "guard.h"

int main(void) {
    int file = open("sparse", O_CREAT | O_WRONLY, 0644);
    lseek(file, 2L << 30, SEEK_SET);
    return write(file, "x", 1) == 1 ? 0 : 3;
}
