"""Deque

Taro and Jiro take turns at a row of numbers, and Taro begins.
A move takes the first or the last number, and the player gets as many points.
By how many points does Taro win?
"""
# Source: AtCoder Educational DP Contest L. Lesson: a game of points
# Level: 4. After: score-games
INPUT = "N, then N numbers: a"
LIMITS = {"N": (1, 3000), "a": (1, 10**9)}
SAMPLES = [("4\n2 7 3 1\n", "3\n"), ("1\n6\n", "6\n"), ("3\n1 9 2\n", "-6\n")]


def moves(*a):
    if a:
        yield Score(a[0], a[1:])
        yield Score(a[-1], a[:-1])
