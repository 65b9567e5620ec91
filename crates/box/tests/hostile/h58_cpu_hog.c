/* Row 58: `hog` burns processor time on more threads than there are cores; `work` does a fair share of it, then answers.
 * Expected: the hog is TLE, and whoever works beside it keeps AC. */
#include "guard.h"
#include <pthread.h>

static void *hog(void *unused) {
    while (!late()) burn(1);
    return unused;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "work") == 0) {
        burn(0.04);
        puts("42");
        return 0;
    }
    pthread_t thread;
    for (int i = 0; i < 16; i++) pthread_create(&thread, NULL, hog, NULL);
    pthread_join(thread, NULL);
}
