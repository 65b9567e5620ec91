"""Bash Game V2

A and B take turns at a heap of n stones, and A begins. A move takes 1, 3 or 4 stones.
The player who takes the last stone wins. Who wins?
"""
# Source: 51Nod 1067. Lesson: a period that the table shows
# Level: 1. After: bachet
INPUT = "T: n"
WIN, LOSE = "A", "B"
LIMITS = {"T": (1, 10000), "n": (1, 10**9)}
SAMPLES = [("4\n6\n7\n14\n15\n", "A\nB\nB\nA\n")]


def moves(n):
    return [n - k for k in (1, 3, 4) if k <= n]
