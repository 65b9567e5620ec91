// Strange Nim
//
// Takahashi and Aoki take turns at several heaps of stones, and Takahashi begins.
// Each heap has its own number K. A move takes at least one stone from a heap.
// From a heap of A stones it takes at most A / K stones, rounded down.
// The player who cannot move loses. Who wins?

// Source: AtCoder ARC 091 F. Lesson: nimbers that refer to smaller ones
// Level: 4. After: up-to-three
// INPUT: N, then N lines: A K
// WIN: Takahashi
// LOSE: Aoki
// LIMITS: N 1 200
// LIMITS: A 1 10^9
// LIMITS: K 1 10^9
#include "game.h"

void moves(int a, int k) {
    for (int taken = 1; taken <= a / k; taken++) to(a - taken, k);
}
