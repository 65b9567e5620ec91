"""Alice&Brown

Alice and Brown take turns at two piles of X and Y stones, and Alice begins.
A move takes 2i stones from a pile, throws i of them away, and adds the others to the other pile.
The player who cannot move loses. Who wins?
"""
# Source: AtCoder ARC 072 D. Lesson: positions of two numbers
# Level: 2. After: bachet
INPUT = "X Y"
WIN, LOSE = "Alice", "Brown"
LIMITS = {"X": (0, 10**18), "Y": (0, 10**18)}
SAMPLES = [("3 4\n", "Brown\n"), ("3 5\n", "Alice\n"), ("6 2\n", "Alice\n")]


def moves(x, y):
    for i in range(1, x // 2 + 1):
        yield x - 2 * i, y + i
    for i in range(1, y // 2 + 1):
        yield x + i, y - 2 * i
