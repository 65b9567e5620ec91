"""Nim Game II

Two players take turns at several heaps of sticks. A move takes 1, 2 or 3 sticks from one heap.
The player who takes the last stick wins. Who wins?
"""
# Source: CSES 1098. Lesson: a sum of heaps, and nimbers
# Level: 2. After: mex-and-sums
INPUT = "t: n, then n numbers: x"
WIN, LOSE = "first", "second"
LIMITS = {"t": (1, 200000), "n": (1, 200000), "x": (1, 10**9)}
SAMPLES = [("3\n2\n5 1\n3\n1 2 3\n2\n4 9\n", "second\nsecond\nfirst\n")]


def moves(x):
    return [x - k for k in (1, 2, 3) if k <= x]
