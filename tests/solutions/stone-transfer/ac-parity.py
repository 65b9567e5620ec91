# A position is lost exactly when every pile but the last is even.
import sys


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    n, piles = numbers[0], numbers[1:]
    odd = {i for i in range(n - 1) if piles[i] % 2}
    for i in range(n):
        if not piles[i]:
            continue
        for j in range(i + 1, n):
            for k in range(j, n):
                after = odd ^ {i}
                for put in (j, k):
                    after ^= {put}
                if not after - {n - 1}:
                    print(i, j, k)
                    return
    print(-1)


main()
