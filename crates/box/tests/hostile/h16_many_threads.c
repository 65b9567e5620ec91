/* Row 16: starts up to 5000 threads and prints their number.
 * Expected: by output: creation fails at the limit, where the kernel enforces one. */
#include "guard.h"
#include <pthread.h>

static void *wait_long(void *unused) {
    nap(LATE);
    return unused;
}

int main(void) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    int many = 0;
    pthread_t thread;
    while (many < 5000 && pthread_create(&thread, &small, wait_long, NULL) == 0) many++;
    printf("%d\n", many);
    fflush(stdout);
    /* If the kernel sets no limit, the sandbox must see the threads. */
    nap(many > 100 ? LATE : 0);
    _exit(0);
}
