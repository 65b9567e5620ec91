def check(lines):
    numbers(take(lines, "w, r and b"), [(1, 1000)] * 3)
    (boards,) = numbers(take(lines, "m"), [(1, 1000)])
    for _ in range(boards):
        numbers(take(lines, "a board"), [(1, 1000)])
