// grundy N M SHUFFLE: the nimber of every vertex of a random acyclic graph, by a depth-first search with a stack of its
// own, without reversing the graph.
#include "common.hpp"

int main(int, char** argv) {
    const Graph g = graph_of(argv, [&](u64 n, u64 m) { return acyclic_arcs(n, m, argv[3][0] == '1'); });
    const u64 n = g.size();
    Clock clock;
    std::vector<u32> seen(1 << 16, ~0u);
    std::vector<std::uint16_t> nimber(n);
    in_post_order(g, [&](u32 v) {
        for (u32 e = g.offset[v]; e < g.offset[v + 1]; e++) seen[nimber[g.head[e]]] = v;
        std::uint16_t mex = 0;
        while (seen[mex] == v) mex++;
        nimber[v] = mex;
    });
    clock.stop();
    u64 sum = 0;
    for (u64 v = 0; v < n; v++) sum += nimber[v] * (v % 1000 + 1);
    std::printf(" %lu\n", sum);
}
