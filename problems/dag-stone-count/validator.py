def check(lines):
    (tests,) = numbers(take(lines, "T"), [(1, 100)])
    for _ in range(tests):
        nodes, count, _ = numbers(take(lines, "N, M and S"), [(2, 100), (1, 10000), (0, 10000)])
        must_have_no_cycle(arcs(lines, count, 0, nodes - 1))
