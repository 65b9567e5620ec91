"""The graph game without a mistake, in the protocol of docs/reference/play-protocol.md: backwards from the vertices without arcs."""

import sys
from collections import deque


def line():
    return sys.stdin.readline().split()


def solve(count, arcs):
    """For each vertex whether the mover wins (True), loses (False) or draws (None), and in how many plies."""
    heads = [[] for _ in range(count + 1)]
    tails = [[] for _ in range(count + 1)]
    for a, b in arcs:
        heads[a].append(b)
        tails[b].append(a)
    wins, plies = [None] * (count + 1), [0] * (count + 1)
    open_arcs = [len(h) for h in heads]
    queue = deque(v for v in range(1, count + 1) if not heads[v])
    for v in queue:
        wins[v] = False
    while queue:
        v = queue.popleft()
        for u in tails[v]:
            if wins[u] is not None:
                continue
            open_arcs[u] -= 1
            if wins[v] is False or open_arcs[u] == 0:
                wins[u] = wins[v] is False
                plies[u] = plies[v] + 1
                queue.append(u)
    return heads, wins, plies


def rank(wins, plies, v):
    if wins[v] is None:
        return (1, 0)
    return (0, plies[v]) if wins[v] else (2, -plies[v])


while True:
    word, *rest = line()
    if word == "lines":
        numbers = [int(x) for _ in range(int(rest[0])) for x in line()]
        count, arcs, token = numbers[0], numbers[1], numbers[2]
        pairs = list(zip(numbers[3::2], numbers[4::2]))
        heads, wins, plies = solve(count, pairs[:arcs])
    elif word == "opponent":
        token = int(rest[0])
    elif word == "turn":
        for _ in range(int(rest[0])):
            line()
        token = max(heads[token], key=lambda v: rank(wins, plies, v))
        print(token, flush=True)
    elif word == "end":
        break
