// scoring N M: the best difference of points from every vertex of a random acyclic graph with random numbering, by a
// depth-first search with a stack of its own.
#include <algorithm>

#include "common.hpp"

int main(int, char** argv) {
    const Graph g = graph_of(argv, [](u64 n, u64 m) { return acyclic_arcs(n, m, true); });
    const u64 n = g.size();
    std::vector<std::int64_t> points(n);
    Random random{43};
    for (auto& p : points) p = std::int64_t(random.below(2'000'000'001)) - 1'000'000'000;
    Clock clock;
    std::vector<std::int64_t> best(n);
    in_post_order(g, [&](u32 v) {
        if (g.offset[v] == g.offset[v + 1]) return;
        std::int64_t most = INT64_MIN;
        for (u32 e = g.offset[v]; e < g.offset[v + 1]; e++) most = std::max(most, points[g.head[e]] - best[g.head[e]]);
        best[v] = most;
    });
    clock.stop();
    std::int64_t sum = 0;
    for (u64 v = 0; v < n; v++) sum += best[v] * std::int64_t(v % 1000 + 1);
    std::printf(" %ld\n", sum);
}
