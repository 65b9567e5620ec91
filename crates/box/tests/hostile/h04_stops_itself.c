/* Row 4: stops itself again and again.
 * Expected: TLE, idle; a waiter that takes a stop for an end returns too early. */
#include "guard.h"

int main(void) {
    while (!late()) raise(SIGSTOP);
}
