"""Euclid's Game

Stan and Ollie take turns at two numbers, and Stan begins.
A move subtracts a multiple of the smaller number from the larger one. No number may fall below 0.
The player who reaches 0 wins. Who wins?
"""
# Source: Luogu P1290. Lesson: a ratio decides
# Level: 3. After: two-piles
INPUT = "C: M N"
WIN, LOSE = "Stan wins", "Ollie wins"
LIMITS = {"M": (1, 2**31 - 1), "N": (1, 2**31 - 1)}
SAMPLES = [("3\n9 4\n8 5\n5 5\n", "Stan wins\nOllie wins\nStan wins\n")]


def moves(a, b):
    small, large = min(a, b), max(a, b)
    if small > 0:
        for k in range(1, large // small + 1):
            yield small, large - k * small
