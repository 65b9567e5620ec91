# Wrong: asks about vertex 1 whatever the start.
import sys
data = list(map(int, sys.stdin.read().split()))
n, m, start = data[:3]
arcs = [[] for _ in range(n + 1)]
for a, b in zip(data[3::2], data[4::2]):
    arcs[a].append(b)
label = [0] * (n + 1)
for _ in range(n + 1):
    for v in range(1, n + 1):
        if any(label[w] == 2 for w in arcs[v]):
            label[v] = 1
        elif all(label[w] == 1 for w in arcs[v]):
            label[v] = 2
print(label[1])
