# mistake: any-legal-move
import sys

CELLS = [1 << i for i in range(16)]


def find_shapes():
    found = set()
    for turn in range(8):
        for row in range(4):
            for column in range(4):
                shape = []
                for r, c in ((0, 0), (1, 0), (2, 0), (2, 1)):
                    c = -c if turn & 1 else c
                    r = -r if turn & 2 else r
                    r, c = (c, r) if turn & 4 else (r, c)
                    shape.append((row + r, column + c))
                if all(0 <= r < 4 and 0 <= c < 4 for r, c in shape):
                    found.add(sum(1 << (4 * r + c) for r, c in shape))
    return sorted(found)


SHAPES = find_shapes()


def discs_moved(discs, taken):
    """The places of the discs after one of them moved, or none."""
    yield discs
    free = [cell for cell in CELLS if not cell & (taken | discs)]
    for disc in CELLS:
        if disc & discs:
            for cell in free:
                yield discs ^ disc | cell


def after(own, other, discs):
    """The positions after a move, as the opponent sees them."""
    for shape in SHAPES:
        if shape != own and not shape & (other | discs):
            for moved in discs_moved(discs, shape | other):
                yield other, shape, moved


def before(own, other, discs):
    """The positions from which a move leads here."""
    # The opponent's L came from another place, and perhaps a disc after it.
    for moved in discs_moved(discs, own | other):
        for shape in SHAPES:
            if shape != other and not shape & (own | moved):
                yield shape, own, moved


def main():
    open_ones = [
        (own, other, a | b)
        for own in SHAPES
        for other in SHAPES
        if not own & other
        for a in CELLS
        for b in CELLS
        if b < a and not (a | b) & (own | other)
    ]
    won, lost = set(), set()
    while True:
        new = []
        for at in open_ones:
            for to in after(*at):
                if to not in won:
                    break
            else:
                new.append(at)
        if not new:
            break
        lost.update(new)
        for at in new:
            won.update(before(*at))
        open_ones = [at for at in open_ones if at not in won and at not in lost]
    start = [0, 0, 0]
    for cell, sign in zip(CELLS, "".join(sys.stdin.read().split())):
        if sign != ".":
            start["#*x".index(sign)] |= cell
    start = tuple(start)
    for to in after(*start):
        sets = list(zip((to[1], to[0], to[2], ~0), "#*x."))
        signs = "".join(next(sign for cells, sign in sets if cell & cells) for cell in CELLS)
        print("\n".join(signs[i : i + 4] for i in range(0, 16, 4)))
        return
    print("No winning move")
    print("Losing" if start in lost else "Draw")


main()
