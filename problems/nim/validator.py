def check(lines):
    (count,) = numbers(take(lines, "n"), [(1, 100000)])
    numbers(take(lines, "the heaps"), [(0, 10**18)] * count)
