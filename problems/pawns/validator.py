def check(lines):
    cells, count = numbers(take(lines, "N and M"), [(1, 500), (0, 5000)])
    must_have_no_cycle(arcs(lines, count, 1, cells))
    (tests,) = numbers(take(lines, "T"), [(1, 100)])
    for _ in range(tests):
        numbers(take(lines, "a placement"), [(0, 1000)] * cells)
