# mistake: sum-parity
import sys

n, *heaps = map(int, sys.stdin.read().split())
if sum(heaps) % 2 == 0:
    print(0)
else:
    i = next(i for i in range(n) if heaps[i])
    print(1)
    print(i + 1, heaps[i] - 1)
