"""Dividing Game

Anna and Bruno take turns at several numbers, and Anna begins.
A move replaces one number by a smaller divisor of it. The player who cannot move loses. Who wins?
"""
# Source: AtCoder ABC 368 F. Lesson: Nim in another dress
# Level: 2. After: nim
INPUT = "N, then N numbers: A"
WIN, LOSE = "Anna", "Bruno"
LIMITS = {"N": (1, 10**5), "A": (2, 10**5)}
SAMPLES = [("3\n2 6 12\n", "Bruno\n"), ("2\n6 35\n", "Bruno\n"), ("2\n6 7\n", "Anna\n")]


def moves(a):
    return [d for d in range(1, a // 2 + 1) if a % d == 0]
