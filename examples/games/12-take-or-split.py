"""Nim or not Nim?

Alice and Bob take turns at several heaps of stones, and Alice begins.
A move takes one or more stones from one heap, or splits one heap into two.
The player who takes the last stone wins. Who wins?
"""
# Source: HDU 3032. Lesson: a move that splits a heap
# Level: 3. After: splitting
INPUT = "T: N, then N numbers: s"
WIN, LOSE = "Alice", "Bob"
LIMITS = {"T": (1, 100), "N": (1, 10**6), "s": (1, 2**31 - 1)}
SAMPLES = [("3\n2\n3 4\n3\n1 2 4\n1\n9\n", "Alice\nBob\nAlice\n")]


def moves(s):
    yield from range(s)
    for a in range(1, s // 2 + 1):
        yield [a, s - a]
