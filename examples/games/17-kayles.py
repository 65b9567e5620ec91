"""Bowling Pins

Some pins stand in a row. A move knocks down one pin, or two pins side by side.
The player who moves last wins. Does the first player win?
The judge writes a row with gaps as a word. Here it is the lengths of its parts: 3 1 for IIIXI.
"""
# Source: HackerRank. Lesson: rows that fall into parts
# Level: 3. After: splitting
INPUT = "N, then N numbers: n"
WIN, LOSE = "WIN", "LOSE"
LIMITS = {"N": (1, 300), "n": (1, 300)}
SAMPLES = [("2\n1 1\n", "LOSE\n"), ("1\n3\n", "WIN\n"), ("2\n2 2\n", "LOSE\n"), ("2\n1 3\n", "WIN\n")]


def moves(n):
    for k in (1, 2):
        for a in range(n - k + 1):
            yield [a, n - k - a]
