"""Bash Game V4

A and B take turns at a heap of n stones, and A begins. The first move may not take all stones.
A later move takes at most twice as many stones as the move before it.
The player who takes the last stone wins. Who wins?
"""
# Source: 51Nod 1070. Lesson: a position that remembers the last move
# Level: 3. After: one-two-k
INPUT = "T: n"
WIN, LOSE = "A", "B"
LIMITS = {"T": (1, 10000), "n": (2, 10**9)}
SAMPLES = [("4\n4\n5\n8\n11\n", "A\nB\nB\nA\n")]


def start(n):
    return n, n - 1


def moves(n, most):
    for k in range(1, min(n, most) + 1):
        yield n - k, 2 * k
