def check(lines):
    (count,) = numbers(take(lines, "n"), [(1, 15)])
    numbers(take(lines, "the piles"), [(0, 1000)] * count)
