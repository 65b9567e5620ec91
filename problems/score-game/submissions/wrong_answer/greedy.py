# mistake: greedy
import sys

data = iter(map(int, sys.stdin.read().split()))
n, m = next(data), next(data)
points = [next(data) for _ in range(n)]
v = next(data) - 1
arcs = [[] for _ in range(n)]
for _ in range(m):
    a, b = next(data), next(data)
    arcs[a - 1].append(b - 1)
total, sign = 0, 1
while arcs[v]:
    v = max(arcs[v], key=lambda w: points[w])
    total += sign * points[v]
    sign = -sign
print(total)
