"""Checks an input, on standard input: it is valid if `read` of the game takes it and gives a position.

Needs Python 3 alone. Says what is wrong on standard error.
"""
import inspect
import re
import sys
import types

VALID, INVALID = 42, 43
# Whether an input has visible ASCII alone, one blank between two words, no empty last line, and numbers without needless
# signs and zeros.
IS_STRICT = #STRICT
# Whether `valid` of the game says which positions are legal.
HAS_VALID = #VALID
GAME = [
#LINES
]


def is_strict(text):
    """Returns whether an input has the form above."""
    lines = text.split("\n")
    words = [word for line in lines for word in line.split(" ")]
    ends = lines.pop() == "" and lines[-1:] != [""]
    of_lines = all(line == "" or "" not in line.split(" ") for line in lines)
    of_words = not any(re.fullmatch(r"\+\d+|-?0\d+|-0", word) for word in words)
    return ends and of_lines and of_words and all(" " <= c <= "~" or c == "\n" for c in text)


def wrong_with(data):
    """Returns what is wrong with an input; None where nothing is."""
    game = sys.modules["game"] = types.ModuleType("game")
    exec(compile("\n".join(GAME), #NAME, "exec"), vars(game))
    try:
        text = data.decode()
        found = game.read(text)
        found = list(found) if inspect.isgenerator(found) else [found]
    except Exception as why:
        return "`read` of the game does not take it: %s: %s" % (type(why).__name__, why)
    if IS_STRICT and not is_strict(text):
        return "it has other signs than visible ASCII, a needless blank, sign or zero, or an empty last line"
    if HAS_VALID and not all(map(game.valid, found)):
        return "`valid` of the game refuses a test"
    return None if found else "`read` of the game gives no position"


if __name__ == "__main__":
    fault = wrong_with(sys.stdin.buffer.read())
    if fault is not None:
        print(fault, file=sys.stderr)
    sys.exit(VALID if fault is None else INVALID)
