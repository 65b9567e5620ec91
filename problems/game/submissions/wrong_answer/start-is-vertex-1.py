# mistake: start-is-vertex-1
import sys

data = list(map(int, sys.stdin.read().split()))
n, m, start = data[:3]
arcs = [set() for _ in range(n + 1)]
for a, b in zip(data[3::2], data[4::2]):
    arcs[a].add(b)
label = [0] * (n + 1)
changed = True
while changed:
    changed = False
    for v in range(1, n + 1):
        if label[v]:
            continue
        if any(label[w] == 2 for w in arcs[v]):
            label[v] = 1
        elif all(label[w] == 1 for w in arcs[v]):
            label[v] = 2
        changed |= label[v] > 0
print(label[1])
