def check(lines):
    vertices, count = numbers(take(lines, "N and M"), [(1, 100000), (0, 200000)])
    numbers(take(lines, "the points"), [(-(10**9), 10**9)] * vertices)
    numbers(take(lines, "u"), [(1, vertices)])
    must_have_no_cycle(arcs(lines, count, 1, vertices))
