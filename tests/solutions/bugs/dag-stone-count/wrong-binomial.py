# Wrong: places t pairs on N nodes in C(t+N-1, N) ways; it must be C(t+N-1, N-1).
from math import comb
import sys
data = iter(map(int, sys.stdin.read().split()))


def values(n, m):
    arcs = [[] for _ in range(n)]
    for _ in range(m):
        a, b = next(data), next(data)
        arcs[a].append(b)
    grundy = [0] * n
    for _ in range(n):
        for v in range(n):
            seen = {grundy[w] for w in arcs[v]}
            grundy[v] = min(x for x in range(n + 1) if x not in seen)
    return grundy


for _ in range(next(data)):
    n, m, s = next(data), next(data), next(data)
    ways = {(0, 0): 1}
    for g in values(n, m):
        after = dict(ways)
        for (odd, xor), count in ways.items():
            key = odd + 1, xor ^ g
            after[key] = after.get(key, 0) + count
        ways = after
    total = 0
    for (odd, xor), count in ways.items():
        if xor == 0 and odd <= s and (s - odd) % 2 == 0:
            t = (s - odd) // 2
            total += count * comb(t + n - 1, n)
    print(total % 1000000007)
