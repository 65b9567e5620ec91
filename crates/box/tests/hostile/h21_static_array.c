/* Row 21: fills a static array of 1 GB.
 * Expected: MLE. */
#include "guard.h"

static volatile char array[1 << 30];

int main(void) {
    for (size_t i = 0; i < sizeof array && !late(); i += 512) array[i] = 1;
    return 0;
}
