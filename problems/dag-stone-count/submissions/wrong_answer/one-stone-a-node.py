# mistake: one-stone-a-node
import sys

MODULUS = 1000000007


def nimbers(n, arcs):
    value = [-1] * n
    for root in range(n):
        path = [root]
        while path:
            node = path[-1]
            open_ones = [to for to in arcs[node] if value[to] < 0]
            if value[node] >= 0:
                path.pop()
            elif open_ones:
                path.extend(open_ones)
            else:
                seen = {value[to] for to in arcs[node]}
                value[node] = next(x for x in range(n + 1) if x not in seen)
                path.pop()
    return value


def odd_sets(n, value):
    """The number of sets of k nodes whose nimbers have xor 0, for k from 0 to n."""
    size = 1 << max(value).bit_length()
    table = [0] * size
    for x in value:
        table[x] += 1
    step = 1
    while step < size:
        for i in range(0, size, 2 * step):
            for j in range(i, i + step):
                table[j], table[j + step] = table[j] + table[j + step], table[j] - table[j + step]
        step *= 2
    # A polynomial as one large number: its coefficients are digits of a base that they do not reach.
    base = 2 * n + 2
    up, down = (1 << base) + 1, 1 - (1 << base)
    total = 0
    for difference in set(table):
        minus = (n - difference) // 2
        total += table.count(difference) * up ** (n - minus) * down**minus
    counts = []
    for _ in range(n + 1):
        counts.append((total & ((1 << base) - 1)) // size)
        total >>= base
    return counts


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    place = 1
    for _ in range(data[0]):
        n, m, stones = data[place : place + 3]
        place += 3
        arcs = [set() for _ in range(n)]
        for u, v in zip(data[place : place + 2 * m : 2], data[place + 1 : place + 2 * m : 2]):
            arcs[u].add(v)
        place += 2 * m
        total = 0
        for odd, sets in enumerate(odd_sets(n, nimbers(n, arcs))):
            if odd == stones:
                total += sets
        print(total % MODULUS)


main()
