def check(lines):
    numbers(take(lines, "k and p"), [(0, 10**18), (1, 10**18)])
