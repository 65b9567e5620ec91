# mistake: cycle-is-a-draw
import sys

sys.setrecursionlimit(10000)
data = list(map(int, sys.stdin.read().split()))
n, m, start = data[:3]
arcs = [[] for _ in range(n + 1)]
for a, b in zip(data[3::2], data[4::2]):
    arcs[a].append(b)
label, path = {}, set()


def visit(v):
    if v in path:
        return 0
    if v not in label:
        path.add(v)
        found = [visit(w) for w in arcs[v]]
        path.discard(v)
        label[v] = 0 if 0 in found else 1 if 2 in found else 2
    return label[v]


print(visit(start))
