"""John

John and his brother eat sweets from several boxes, and John begins.
A move eats one or more sweets of one box. The player who eats the last sweet loses. Who wins?
"""
# Source: HDU 1907. Lesson: the last move loses
# Level: 5. After: misere
INPUT = "T: N, then N numbers: A"
WIN, LOSE = "John", "Brother"
LAST = "loses"
LIMITS = {"T": (1, 474), "N": (1, 47), "A": (1, 4747)}
SAMPLES = [("4\n2\n1 1\n3\n1 1 1\n2\n2 2\n2\n1 4\n", "John\nBrother\nBrother\nJohn\n")]


def moves(n):
    return range(n)
