/* Row 15: works in two threads for N seconds in all (N is its argument), and prints the answer.
 * Expected: TLE under that processor time, AC over it: threads add up. */
#include "guard.h"
#include <pthread.h>

static double each;

static void *work(void *unused) {
    volatile unsigned long count = 0;
    while (!late() && clock_of(CLOCK_THREAD_CPUTIME_ID) < each)
        for (int i = 0; i < 100000; i++) count++;
    return unused;
}

int main(int argc, char **argv) {
    each = (argc > 1 ? atof(argv[1]) : 2) / 2;
    pthread_t other;
    if (pthread_create(&other, NULL, work, NULL)) return 1;
    work(NULL);
    pthread_join(other, NULL);
    puts("42");
}
