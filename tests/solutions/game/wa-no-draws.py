# Wrong: plays n + 1 rounds and calls it a loss when they run out, so there is no draw.
def main():
    n, m = map(int, input().split())
    start = int(input())
    arcs = [[] for _ in range(n + 1)]
    for _ in range(m):
        a, b = map(int, input().split())
        arcs[a].append(b)
    wins = [False] * (n + 1)
    for _ in range(n + 1):
        wins = [any(not wins[w] for w in out) for out in arcs]
    print(1 if wins[start] else 2)


main()
