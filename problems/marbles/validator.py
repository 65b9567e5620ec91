def check(lines):
    numbers(take(lines, "n"), [(0, 10**18)])
