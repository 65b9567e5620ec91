"""Brave Game

Two players take turns at a heap of n stones. A move takes 1 to m stones.
The player who takes the last stone wins. Who wins?
"""
# Source: HDU 1846. Lesson: one heap, and remainders
# Level: 1. After: lost-and-won
INPUT = "C: n m"
WIN, LOSE = "first", "second"
LIMITS = {"C": (1, 100), "n": (1, 1000), "m": (1, 1000)}
SAMPLES = [("3\n10 4\n11 4\n3 7\n", "second\nfirst\nfirst\n")]


def moves(n, m):
    for k in range(1, min(n, m) + 1):
        yield n - k, m
