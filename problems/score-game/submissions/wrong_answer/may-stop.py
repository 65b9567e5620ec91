# mistake: may-stop
import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m = data[0], data[1]
    points = [0] + data[2 : 2 + n]
    start = data[2 + n]
    into = [[] for _ in range(n + 1)]
    left = [0] * (n + 1)
    arcs = data[3 + n : 3 + n + 2 * m]
    for a, b in zip(arcs[::2], arcs[1::2]):
        into[b].append(a)
        left[a] += 1
    best = [0] * (n + 1)
    ready = [v for v in range(1, n + 1) if left[v] == 0]
    while ready:
        v = ready.pop()
        score = points[v] - best[v]
        for w in into[v]:
            if best[w] < score:
                best[w] = score
            left[w] -= 1
            if left[w] == 0:
                ready.append(w)
    print(best[start])


main()
