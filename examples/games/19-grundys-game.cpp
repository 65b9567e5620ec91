// Grundy's Game
//
// Two players take turns at heaps of coins. At first all n coins are one heap.
// A move splits a heap into two heaps of different sizes.
// The player who moves last wins. Who wins?

// Source: CSES 2207. Lesson: a list of lost numbers, and no pattern
// Level: 4. After: kayles
// INPUT: t: n
// WIN: first
// LOSE: second
// LIMITS: t 1 100000
// LIMITS: n 1 1000000
#include "game.h"

void moves(int n) {
    for (int a = 1; 2 * a < n; a++) sum({a, n - a});
}
