# mistake: largest-heap
import sys

n, *heaps = map(int, sys.stdin.read().split())
total = 0
for heap in heaps:
    total ^= heap
if total == 0:
    print(0)
else:
    i = heaps.index(max(heaps))
    print(1)
    print(i + 1, heaps[i] ^ total)
