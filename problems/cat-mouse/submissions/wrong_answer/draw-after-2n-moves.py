# mistake: draw-after-2n-moves
import json

graph = json.loads(input())
n = len(graph)
ends = [[1 if mouse == 0 else 2 if mouse == cat else 0 for cat in range(n)] for mouse in range(n)]
# The winner of every position (mouse, cat) after so many moves.
known = [[0] * n for _ in range(n)]
for step in range(2 * n - 1, -1, -1):
    turn = step % 2
    before = [row[:] for row in ends]
    for mouse in range(1, n):
        for cat in range(1, n):
            if mouse == cat:
                continue
            if turn == 0:
                found = [known[to][cat] for to in graph[mouse]]
            else:
                found = [known[mouse][to] for to in graph[cat] if to]
            mover = turn + 1
            before[mouse][cat] = mover if mover in found else 0 if 0 in found else 3 - mover
    known = before
print(known[1][2])
