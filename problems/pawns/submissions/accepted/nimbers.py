# The nimber of a cell is the mex of those one step ahead; two pawns of one cell cancel.
import sys

sys.setrecursionlimit(10000)
data = iter(map(int, sys.stdin.read().split()))
n, m = next(data), next(data)
arcs = [[] for _ in range(n)]
for _ in range(m):
    a, b = next(data), next(data)
    arcs[a - 1].append(b - 1)
grundy = [None] * n


def visit(v):
    if grundy[v] is None:
        exist = set()
        for w in arcs[v]:
            exist.add(visit(w))
        value = 0
        while value in exist:
            value += 1
        grundy[v] = value
    return grundy[v]


for v in range(n):
    visit(v)
for _ in range(next(data)):
    total = 0
    for v in range(n):
        total ^= grundy[v] * (next(data) % 2)
    print(1 if total else 2)
