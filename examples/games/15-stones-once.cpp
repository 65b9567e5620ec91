// Game of Stones
//
// Sam and Jon take turns at several heaps of stones, and Sam begins.
// A move takes one or more stones from a heap, but from each heap no number may be taken twice.
// The player who cannot move loses. Does Jon win?

// Source: Codeforces 768E. Lesson: a position that remembers all moves
// Level: 4. After: up-to-three
// INPUT: n, then n lines: s
// WIN: NO
// LOSE: YES
// LIMITS: n 1 10^6
// LIMITS: s 1 60
#include "game.h"

void start(int s) { to(s, 0); }

// Bit k of `used` says that a move took k stones. Larger bits than s are left out.
void moves(int s, long long used) {
    for (int k = 1; k <= s; k++)
        if (!(used >> k & 1)) to(s - k, (used | 1LL << k) & ((2LL << (s - k)) - 1));
}
