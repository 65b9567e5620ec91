"""Bowling Pins

Some pins stand in a row. A move knocks down one pin, or two pins side by side.
The player who moves last wins. Does the first player win?
The judge writes a row with gaps as a word. Here it is a sum, such as --at "3 + 1" for IIIXI.
"""
# Source: HackerRank. Lesson: rows that fall into parts
INPUT = "n"
WIN, LOSE = "WIN", "LOSE"
LIMITS = {"n": (1, 300)}
SAMPLES = [("1 + 1\n", "LOSE\n"), ("3\n", "WIN\n"), ("2 + 2\n", "LOSE\n"), ("1 + 3\n", "WIN\n")]


def moves(n):
    for k in (1, 2):
        for a in range(n - k + 1):
            yield [a, n - k - a]
