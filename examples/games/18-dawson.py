"""Flip Game II

The state is a word of the letters + and -. A move replaces ++ by --.
The player who cannot move loses. Does the first player win?
"""
# Source: LeetCode 294. Lesson: nimbers with a long period
# Level: 4. After: kayles
INPUT = "s"
WIN, LOSE = "true", "false"
LETTERS = "+-"
SAMPLES = [("+++++\n", "false\n"), ("+++-++\n", "false\n"), ("++++-++++\n", "false\n"), ("++++\n", "true\n")]


def moves(s):
    for i in range(len(s) - 1):
        if s[i : i + 2] == "++":
            yield s[:i] + "--" + s[i + 2 :]
