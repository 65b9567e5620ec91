"""Stair Game

Two players take turns at the balls on n stairs. Stair 1 is at the bottom.
A move takes one or more balls from one stair above it to the next stair below.
The player who cannot move loses. Who wins?
"""
# Source: CSES 1099. Lesson: moves that only pass stones on
# Level: 3. After: staircase-nim
INPUT = "t: n, then n numbers: p"
WIN, LOSE = "first", "second"
LIMITS = {"t": (1, 200000), "n": (1, 200000), "p": (0, 10**9)}
SAMPLES = [("3\n3\n1 0 2\n4\n5 1 0 1\n2\n0 3\n", "second\nsecond\nfirst\n")]


def moves(*p):
    for stair in range(1, len(p)):
        for k in range(1, p[stair] + 1):
            q = list(p)
            q[stair - 1] += k
            q[stair] -= k
            yield tuple(q)
