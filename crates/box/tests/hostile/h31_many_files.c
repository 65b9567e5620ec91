/* Row 31: makes up to 3000 files, three times the limit, and prints their number.
 * Expected: by output; refused at the limit of files where the scratch folder has one. */
#include "guard.h"

int main(void) {
    char name[32];
    int many = 0;
    for (; many < 3000; many++) {
        sprintf(name, "file%d", many);
        int file = open(name, O_CREAT | O_WRONLY, 0644);
        if (file < 0) break;
        close(file);
    }
    printf("%d\n", many);
}
