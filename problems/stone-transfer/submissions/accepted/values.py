# A stone on pile i is a game of its own, and two of them cancel: a position is lost when the xor of the odd
# piles' values is 0.
import sys

n, *piles = map(int, sys.stdin.read().split())
value = [0] * n
for i in reversed(range(n)):
    reached = {value[j] ^ value[k] for j in range(i + 1, n) for k in range(j, n)}
    while value[i] in reached:
        value[i] += 1
total = 0
for i in range(n):
    total ^= value[i] * (piles[i] % 2)


def answer():
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j, n):
                if piles[i] and total ^ value[i] ^ value[j] ^ value[k] == 0:
                    return f"{i} {j} {k}"
    return -1


print(answer())
