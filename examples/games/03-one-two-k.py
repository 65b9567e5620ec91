"""1-2-K Game

Alice and Bob move a token from cell n of a strip towards cell 0. Alice begins.
A move goes 1, 2 or k cells. The player who cannot move loses. Who wins?
"""
# Source: Codeforces 1194D. Lesson: a pattern with a parameter
# Level: 3. After: periods
INPUT = "T: n k"
WIN, LOSE = "Alice", "Bob"
LIMITS = {"T": (1, 100), "n": (0, 10**9), "k": (3, 10**9)}
SAMPLES = [("4\n6 6\n7 6\n5 4\n6 4\n", "Alice\nBob\nAlice\nBob\n")]


def moves(n, k):
    return [(n - step, k) for step in (1, 2, k) if step <= n]
