// Deleting Divisors
//
// Alice and Bob take turns at a number n, and Alice begins.
// A move subtracts a divisor of the number, but neither 1 nor the number itself.
// The player who cannot move loses. Who wins?

// Source: Codeforces 1537D. Lesson: a pattern with powers of two
// Level: 2. After: digits
// INPUT: T: n
// WIN: Alice
// LOSE: Bob
// LIMITS: T 1 10^4
// LIMITS: n 1 10^9
#include "game.h"

void moves(int n) {
    for (int d = 2; d < n; d++)
        if (n % d == 0) to(n - d);
}
