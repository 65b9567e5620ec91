# Recursion without an end on any cycle.
import sys
data = list(map(int, sys.stdin.read().split()))
n, m, start = data[:3]
arcs = [[] for _ in range(n + 1)]
for a, b in zip(data[3::2], data[4::2]):
    arcs[a].append(b)


def wins(v):
    return any(not wins(w) for w in arcs[v])


print(1 if wins(start) else 2)
