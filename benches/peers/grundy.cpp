// grundy N M SHUFFLE: the nimber of every vertex of a random acyclic graph, by a search in depth with a stack of its
// own, without turning the graph round.
#include <algorithm>

#include "common.hpp"

int main(int, char** argv) {
    const u64 n = std::strtoull(argv[1], nullptr, 10), m = std::strtoull(argv[2], nullptr, 10);
    const Graph g = by_tail(n, acyclic_arcs(n, m, argv[3][0] == '1'));
    Clock clock;
    std::vector<u32> at(g.offset.begin(), g.offset.end() - 1), seen(1 << 16, ~0u), path;
    std::vector<std::uint16_t> nimber(n);
    std::vector<std::uint8_t> met(n);
    for (u32 root = 0; root < n; root++) {
        if (met[root]) continue;
        met[root] = 1;
        path.push_back(root);
        while (!path.empty()) {
            const u32 v = path.back();
            bool deeper = false;
            while (!deeper && at[v] < g.offset[v + 1]) {
                const u32 to = g.head[at[v]++];
                if (met[to]) continue;
                met[to] = 1;
                path.push_back(to);
                deeper = true;
            }
            if (deeper) continue;
            for (u32 e = g.offset[v]; e < g.offset[v + 1]; e++) seen[nimber[g.head[e]]] = v;
            std::uint16_t mex = 0;
            while (seen[mex] == v) mex++;
            nimber[v] = mex;
            path.pop_back();
        }
    }
    clock.stop();
    u64 sum = 0;
    for (u64 v = 0; v < n; v++) sum += nimber[v] * (v % 1000 + 1);
    std::printf(" %lu\n", sum);
}
