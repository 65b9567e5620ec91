# A stone on pile i is a game of its own, and two of them cancel: a position is lost when the values of the odd piles do.
import sys


def values(n):
    value = [0] * n
    for i in range(n - 2, -1, -1):
        reached = {value[j] ^ value[k] for j in range(i + 1, n) for k in range(j, n)}
        while value[i] in reached:
            value[i] += 1
    return value


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    n, piles = numbers[0], numbers[1:]
    value = values(n)
    total = 0
    for i in range(n):
        if piles[i] % 2:
            total ^= value[i]
    for i in range(n):
        if not piles[i]:
            continue
        for j in range(i + 1, n):
            for k in range(j, n):
                if total ^ value[i] ^ value[j] ^ value[k] == 0:
                    print(i, j, k)
                    return
    print(-1)


main()
