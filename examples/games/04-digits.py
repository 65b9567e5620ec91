"""Cow Digit Game

Bessie and John take turns at a number n, and Bessie begins.
A move subtracts the largest digit of the number, or its smallest digit above 0.
The player who reaches 0 wins. Does Bessie win?
"""
# Source: USACO 2009 Open Silver. Lesson: moves that depend on digits
# Level: 2. After: one-three-four
INPUT = "G: n"
WIN, LOSE = "YES", "NO"
LIMITS = {"G": (1, 100), "n": (1, 10**6)}
SAMPLES = [("4\n7\n20\n21\n253\n", "YES\nNO\nYES\nNO\n")]


def moves(n):
    digits = {int(digit) for digit in str(n)} - {0}
    return [n - digit for digit in {min(digits), max(digits)}] if n else []
