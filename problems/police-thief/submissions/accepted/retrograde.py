# Labels all positions (policeman, thief, turn) backwards from the captures and the escapes.
import sys
from collections import deque


def main():
    words = sys.stdin.read().split()
    n, m, rows = int(words[0]), int(words[1]), words[2:]
    floor = [(r, c) for r in range(n) for c in range(m) if rows[r][c] != "*"]
    exits = {(r, c) for r, c in floor if rows[r][c] == "E"}
    police = next(cell for cell in floor if rows[cell[0]][cell[1]] == "P")
    thief = next(cell for cell in floor if rows[cell[0]][cell[1]] == "T")
    inside = set(floor)

    def near(cell, diagonal):
        r, c = cell
        steps = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if diagonal or not i or not j]
        return [(r + i, c + j) for i, j in steps if (r + i, c + j) in inside]

    steps = [{cell: near(cell, turn == 0) for cell in floor} for turn in (0, 1)]
    label, left, queue = {}, {}, deque()
    for p in floor:
        for t in floor:
            for turn in (0, 1):
                if p == t:
                    label[p, t, turn] = 0
                elif t in exits:
                    label[p, t, turn] = 1
                else:
                    left[p, t, turn] = len(steps[turn][(p, t)[turn]])
                    continue
                queue.append((p, t, turn))
    while queue:
        at = p, t, turn = queue.popleft()
        mover = 1 - turn
        # Steps can be taken back, so the positions before are those after a step of the same kind.
        if mover == 0:
            before = [(q, t, 0) for q in steps[0][p]]
        else:
            before = [(p, q, 1) for q in steps[1][t]]
        for one in before:
            if one in label:
                continue
            left[one] -= 1
            if label[at] == mover:
                label[one] = mover
            elif left[one] == 0:
                label[one] = 1 - mover
            else:
                continue
            queue.append(one)
    found = label.get((police, thief, 0))
    print({0: "Police catches the thief", 1: "The thief escapes", None: "Draw"}[found])


main()
