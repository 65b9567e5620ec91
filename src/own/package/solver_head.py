# The game is a module here, not the program.
__name__ = "game"


class Score:
    """A move that gains points."""

    def __init__(self, points, *to):
        self.points, self.to = points, to[0] if len(to) == 1 else to


class _Result:
    """The end of the game for the player to move."""

    def __init__(self, sign):
        self.sign = sign


WON, LOST, DRAWN = _Result("W"), _Result("L"), _Result("D")


