"""Stone Game IV

Alice and Bob take turns at a heap of n stones, and Alice begins.
A move takes a square number of stones: 1, 4, 9 and so on.
The player who cannot move loses. Does Alice win?
"""
# Source: LeetCode 1510. Lesson: a game without a known pattern
# Level: 2. After: one-three-four
INPUT = "n"
WIN, LOSE = "true", "false"
LIMITS = {"n": (1, 10**5)}
SAMPLES = [("5\n", "false\n"), ("6\n", "true\n"), ("20\n", "false\n")]


def moves(n):
    return [n - k * k for k in range(1, n + 1) if k * k <= n]
