# A position is lost when the xor of the heaps is 0; a winning move makes it 0.
import functools
import operator
import sys

numbers = list(map(int, sys.stdin.read().split()))
heaps = numbers[1 : 1 + numbers[0]]
total = functools.reduce(operator.xor, heaps, 0)
if total == 0:
    print(0)
else:
    print(1)
    for index, heap in enumerate(heaps, 1):
        if heap ^ total < heap:
            print(index, heap ^ total)
            break
