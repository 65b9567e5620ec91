"""Chomp

Two players eat from a bar of chocolate with 3 rows and N columns.
A move takes a square, and all squares above it, to the right, or both.
The player who takes the lower left square loses. Who wins?
TopCoder also asks for the number of moves: see `explain`.
"""
# Source: TopCoder. Lesson: a win that nobody can name
# Level: 4. After: two-piles
INPUT = "N"
LIMITS = {"N": (1, 100)}
SAMPLES = [("1\n", "W\n"), ("5\n", "W\n")]


def start(n):
    return n, n, n


def moves(*rows):
    for row in range(3):
        for left in range(rows[row]):
            if row + left > 0:
                yield rows[:row] + tuple(min(length, left) for length in rows[row:])
