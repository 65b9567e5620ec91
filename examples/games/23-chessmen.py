"""Life Winner Bo

Bo and a friend move a king (1), rook (2), knight (3) or queen (4) on a board, and Bo begins.
It moves as in chess, but only down, right, or both. It starts in one corner.
The player who reaches the opposite corner wins. If there is no move elsewhere, it is a draw.
"""
# Source: HDU 5754. Lesson: draws
# Level: 4. After: draws-and-loops
INPUT = "T: kind N M"
WIN, LOSE, DRAW = "B", "G", "D"
LIMITS = {"T": (1, 1000), "kind": (1, 4), "N": (2, 1000), "M": (2, 1000)}
SAMPLES = [("4\n1 3 4\n2 4 4\n3 4 4\n4 3 2\n", "B\nG\nG\nG\n")]
REACH = {1: [(1, 0), (0, 1), (1, 1)], 2: [(1, 0), (0, 1)], 3: [(1, 2), (2, 1)], 4: [(1, 0), (0, 1), (1, 1)]}


def moves(kind, n, m):
    if (n, m) == (1, 1):
        return LOST
    far = max(n, m) if kind in (2, 4) else 1
    steps = [(n - k * x, m - k * y) for x, y in REACH[kind] for k in range(1, far + 1)]
    inside = [(kind, x, y) for x, y in steps if x >= 1 and y >= 1]
    return inside or DRAWN
