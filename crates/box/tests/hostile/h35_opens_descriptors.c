/* Row 35: opens descriptors until it gets no more; prints how many it had been given and how many it had in the end.
 * Expected: by output: three, and the limit. */
#include "guard.h"

int main(void) {
    int given = 0, opened = 0;
    for (int descriptor = 0; descriptor < 20000; descriptor++) given += fcntl(descriptor, F_GETFD) >= 0;
    while (open("/dev/null", O_RDONLY) >= 0) opened++;
    printf("%d %d\n", given, given + opened);
}
