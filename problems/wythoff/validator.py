def check(lines):
    numbers(take(lines, "a and b"), [(0, 10**18)] * 2)
