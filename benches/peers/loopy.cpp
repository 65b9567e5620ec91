// loopy N M: the loopy value of every vertex of a random graph in memory by tail. It follows the definition, with one
// retrograde pass over the graph for each label 0, 1, 2, ...
//
// In the pass for m, a vertex gets m on two conditions: its labelled successors have all labels below m, and each of
// the others has a successor labelled m. A vertex without a label after all passes is infinite.
#include "common.hpp"

int main(int, char** argv) {
    const Graph g = graph_of(argv, random_arcs);
    const u64 n = g.size();
    Clock clock;
    Graph back;
    back.offset.assign(n + 1, 0);
    back.head.resize(g.head.size());
    for (u32 head : g.head) back.offset[head + 1]++;
    for (u64 v = 0; v < n; v++) back.offset[v + 1] += back.offset[v];
    {
        std::vector<u32> place(back.offset.begin(), back.offset.end() - 1);
        for (u32 v = 0; v < n; v++)
            for (u32 e = g.offset[v]; e < g.offset[v + 1]; e++) back.head[place[g.head[e]]++] = v;
    }
    const std::uint8_t none = 255;
    std::vector<std::uint8_t> label(n, none), near(n);
    std::vector<u32> open(n), queue;
    for (std::uint8_t pass = 0; pass < none; pass++) {
        // Open successors have no label and, so far, no successor labelled `pass`.
        bool any = false;
        queue.clear();
        std::vector<std::uint8_t> fit(n);
        for (u32 v = 0; v < n; v++) {
            if (label[v] != none) continue;
            bool seen[256] = {};
            open[v] = 0;
            near[v] = 0;
            for (u32 e = g.offset[v]; e < g.offset[v + 1]; e++) {
                seen[label[g.head[e]]] = true;
                open[v] += label[g.head[e]] == none;
            }
            fit[v] = 1;
            for (int below = 0; below < pass; below++) fit[v] &= seen[below];
            any |= fit[v];
            if (fit[v] && open[v] == 0) queue.push_back(v);
        }
        if (!any) break;
        for (u64 done = 0; done < queue.size(); done++) {
            const u32 v = queue[done];
            if (near[v]) continue;
            label[v] = pass;
            for (u32 e = back.offset[v]; e < back.offset[v + 1]; e++) {
                const u32 u = back.head[e];
                if (label[u] != none || near[u]) continue;
                near[u] = 1;
                for (u32 f = back.offset[u]; f < back.offset[u + 1]; f++) {
                    const u32 w = back.head[f];
                    if (label[w] == none && --open[w] == 0 && fit[w] && !near[w]) queue.push_back(w);
                }
            }
        }
    }
    clock.stop();
    u64 sum = 0, infinite = 0;
    for (u64 v = 0; v < n; v++) {
        const u64 weight = v % 1000 + 1;
        if (label[v] != none) {
            sum += (label[v] + 1) * weight;
            continue;
        }
        bool seen[256] = {};
        for (u32 e = g.offset[v]; e < g.offset[v + 1]; e++) seen[label[g.head[e]]] = true;
        for (u64 k = 0; k < none; k++) infinite += seen[k] * (k + 1) * weight;
    }
    std::printf(" %lu %lu\n", sum, infinite);
}
