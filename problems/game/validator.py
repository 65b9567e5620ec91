def check(lines):
    first = take(lines, "N and M")
    vertices = numbers(first.split(" ")[0], [(1, 200)])[0]
    _, count = numbers(first, [(1, 200), (1, vertices * (vertices - 1))])
    numbers(take(lines, "u"), [(1, vertices)])
    arcs(lines, count, 1, vertices)
