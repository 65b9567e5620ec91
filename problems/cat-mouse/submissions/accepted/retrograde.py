# Labels all positions (mouse, cat, turn) backwards from the ends; what stays unlabelled is a draw.
import json
from collections import deque


def main():
    graph = json.loads(input())
    n = len(graph)
    label, left = {}, {}
    queue = deque()
    for mouse in range(n):
        for cat in range(1, n):
            left[mouse, cat, 0] = len(graph[mouse])
            left[mouse, cat, 1] = len([v for v in graph[cat] if v])
            for turn in (0, 1):
                if mouse == 0:
                    label[mouse, cat, turn] = 1
                elif mouse == cat:
                    label[mouse, cat, turn] = 2
                else:
                    continue
                queue.append((mouse, cat, turn))
    while queue:
        mouse, cat, turn = state = queue.popleft()
        if turn:
            before = [(m, cat, 0) for m in graph[mouse]]
        else:
            before = [(mouse, c, 1) for c in graph[cat] if c]
        for one in before:
            if one in label:
                continue
            mover = one[2] + 1
            left[one] -= 1
            if label[state] == mover:
                label[one] = mover
            elif left[one] == 0:
                label[one] = 3 - mover
            else:
                continue
            queue.append(one)
    print(label.get((1, 2, 0), 0))


main()
