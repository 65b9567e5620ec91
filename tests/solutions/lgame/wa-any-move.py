"""Takes every board on which the opponent cannot move at once for the only kind of win."""

def cells(text):
    return {(row, column): text[row][column] for row in range(4) for column in range(4)}

def shapes():
    found = set()
    for turn in range(8):
        for row in range(4):
            for column in range(4):
                shape = []
                for r, c in ((0, 0), (1, 0), (2, 0), (2, 1)):
                    if turn & 1:
                        c = -c
                    if turn & 2:
                        r = -r
                    if turn & 4:
                        r, c = c, r
                    shape.append((row + r, column + c))
                if all(0 <= r < 4 and 0 <= c < 4 for r, c in shape):
                    found.add(frozenset(shape))
    return sorted(found, key=sorted)

SHAPES = shapes()

def places(board, mine):
    old = {place for place, sign in board.items() if sign == mine}
    free = old | {place for place, sign in board.items() if sign == "."}
    return [shape for shape in SHAPES if shape != old and shape <= free]

def main():
    board = cells([input() for _ in range(4)])
    for shape in places(board, "#"):
        moved = {place: "." if sign == "#" else sign for place, sign in board.items()}
        for place in shape:
            moved[place] = "#"
        if not places(moved, "*"):
            for row in range(4):
                print("".join(moved[row, column] for column in range(4)))
            return
    print("No winning move")
    print("Draw" if places(board, "#") else "Losing")

main()
