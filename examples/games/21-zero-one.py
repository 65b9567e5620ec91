"""01 Game

Alice and Bob take turns at a word of the letters 0 and 1, and Alice begins.
A move removes two different letters side by side. The player who cannot move loses.
Does Alice win?
"""
# Source: Codeforces 1373B. Lesson: a game of words
# Level: 1. After: lost-and-won
INPUT = "t: s"
WIN, LOSE = "DA", "NET"
LETTERS = "01"
LIMITS = {"t": (1, 1000)}
SAMPLES = [("3\n10\n0110\n11011000\n", "DA\nNET\nNET\n")]


def moves(s):
    for i in range(len(s) - 1):
        if s[i] != s[i + 1]:
            yield s[:i] + s[i + 2 :]
