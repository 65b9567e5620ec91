# mistake: deep-recursion
import sys

data = iter(map(int, sys.stdin.read().split()))
n, m = next(data), next(data)
points = [next(data) for _ in range(n)]
start = next(data) - 1
arcs = [[] for _ in range(n)]
for _ in range(m):
    a, b = next(data), next(data)
    arcs[a - 1].append(b - 1)
best = {}


def visit(v):
    if v not in best:
        found = None
        for w in arcs[v]:
            score = points[w] - visit(w)
            if found is None or score > found:
                found = score
        best[v] = found or 0
    return best[v]


print(visit(start))
