def check(lines):
    graph = parsed(take(lines, "the graph"))
    must(isinstance(graph, list) and 3 <= len(graph) <= 50, "the graph is a list of 3 to 50 lists")
    for vertex, near in enumerate(graph):
        must(isinstance(near, list) and near, "every vertex has a list of neighbours, none of them empty")
        must(all(type(other) is int and 0 <= other < len(graph) for other in near), "a neighbour is no vertex")
        must(vertex not in near and len(set(near)) == len(near), "a neighbour is the vertex itself, or listed twice")
    must(all(vertex in graph[other] for vertex, near in enumerate(graph) for other in near), "an edge is listed at one end")
    # The cat starts on 2 and never enters 0.
    must(any(other != 0 for other in graph[2]), "the cat has no move")
