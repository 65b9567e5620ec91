# Labels all positions (mouse, cat, turn) backwards; a forced win is far shorter than 1000 turns.
import json
import sys


def main():
    lines = sys.stdin.read().split("\n")
    rows = json.loads(lines[0])
    reach = [int(lines[2]), int(lines[1])]  # the mouse's and the cat's
    floor = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "#"}
    where = {sign: cell for cell, sign in floor.items()}

    def jumps(who, cell):
        found = [cell]
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            for distance in range(1, reach[who] + 1):
                to = cell[0] + down * distance, cell[1] + right * distance
                if to not in floor:
                    break
                found.append(to)
        return found

    # A jump can be taken back.
    after = [{cell: jumps(who, cell) for cell in floor} for who in (0, 1)]
    label, left = {}, {}
    for m in floor:
        for c in floor:
            for turn in (0, 1):
                if m == c or c == where["F"]:
                    label[m, c, turn] = 1
                elif m == where["F"]:
                    label[m, c, turn] = 0
                else:
                    left[m, c, turn] = len(after[turn][(m, c)[turn]])
    queue = list(label)
    for at in queue:
        m, c, turn = at
        mover = 1 - turn
        before = [(cell, c, 0) for cell in after[0][m]] if mover == 0 else [(m, cell, 1) for cell in after[1][c]]
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
    print("true" if label.get((where["M"], where["C"], 0)) == 0 else "false")


main()
