/* Row 29: writes a file of 512 MB.
 * Expected: RE by SIGXFSZ, or a write error; the disk is not filled. */
#include "guard.h"

int main(void) {
    static char block[1 << 20];
    int file = open("big", O_CREAT | O_WRONLY, 0644);
    for (int i = 0; i < 512 && !late(); i++)
        if (write(file, block, sizeof block) < (ssize_t)sizeof block) {
            printf("refused at %d MB\n", i);
            return 3;
        }
}
