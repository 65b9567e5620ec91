# Wrong: a player who would lose points by every move may stop.
import sys
data = iter(map(int, sys.stdin.read().split()))
n, m = next(data), next(data)
points = [next(data) for _ in range(n)]
start = next(data) - 1
arcs = [[] for _ in range(n)]
for _ in range(m):
    a, b = next(data), next(data)
    arcs[a - 1].append(b - 1)
best = [0] * n
for _ in range(n):
    for v in range(n):
        best[v] = max([0] + [points[w] - best[w] for w in arcs[v]])
print(best[start])
