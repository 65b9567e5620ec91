// A Game With Numbers
//
// Alice and Bob have eight cards each, with numbers from 0 to 4. Here f is 0: Alice begins.
// A move adds a card of the opponent to a card of one's own, modulo 5. Neither may be 0.
// The player whose own cards are all 0 wins. Who wins, or is it a deal?

// Source: Codeforces 919F. Lesson: play without end
// Level: 4. After: draws-and-loops
// INPUT: T: f a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5 b6 b7 b8
// WIN: Alice
// LOSE: Bob
// DRAW: Deal
// LIMITS: f 0 0
// LIMITS: a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5 b6 b7 b8 0 4
#include "game.h"
void start(vector<int> x) { to(vector<int>(x.begin() + 1, x.end())); }
void moves(vector<int> x) {
    if (count(x.begin() + 8, x.end(), 0) == 8) return lost();
    for (int i = 0; i < 8; i++)
        for (int j = 8; j < 16; j++)
            if (x[i] && x[j] && !(i && x[i] == x[i - 1]) && !(j > 8 && x[j] == x[j - 1])) {
                vector<int> y(x.begin() + 8, x.end()), own(x.begin(), x.begin() + 8);
                own[i] = (x[i] + x[j]) % 5, sort(own.begin(), own.end());
                y.insert(y.end(), own.begin(), own.end()), to(y);
            }
}
