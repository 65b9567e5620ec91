// shapes KIND N DEGREE ENDS NUMBERING: writes a graph of a shape for the grid of scripts/bench. It writes the number of
// vertices, then tail and head of each arc, as 32-bit numbers.
//
// KIND is one of these shapes. random. local: arcs lead at most 500 on or back. layered: arcs lead to the next of 100
// layers, one in a hundred anywhere. power: heads by a power law. path: one path through all vertices, and the other
// arcs anywhere. cliques: complete acyclic graphs of 240 vertices. With a leading `down-`, arcs lead only to smaller
// numbers. DEGREE is the mean number of arcs. ENDS is the number of vertices in 1000 without arcs. NUMBERING is kept or
// shuffled.
#include <algorithm>
#include <cmath>
#include <string>

#include "common.hpp"

int main(int argc, char** argv) {
    if (argc != 6) return 2;
    std::string kind = argv[1];
    const bool down = kind.rfind("down-", 0) == 0;
    if (down) kind = kind.substr(5);
    const u64 n = std::strtoull(argv[2], nullptr, 10), ends = n * std::strtoull(argv[4], nullptr, 10) / 1000;
    const u64 m = u64(double(n) * std::strtod(argv[3], nullptr));
    Random random{42};
    std::vector<Arc> arcs;
    const auto add = [&](u64 tail, u64 head) {
        if (tail < ends || (down && tail == head)) return;
        if (down && tail < head) std::swap(tail, head);
        if (tail >= ends) arcs.push_back({u32(tail), u32(head)});
    };
    if (kind == "cliques") {
        for (u64 v = 0; v < n; v++)
            for (u64 w = v / 240 * 240; w < v; w++) add(v, w);
    } else {
        const u64 path = kind == "path" ? n - 1 : 0, layer = std::max<u64>(1, n / 100);
        for (u64 v = 0; v < path; v++) add(n - 1 - v, n - 2 - v);
        for (u64 i = path; i < m; i++) {
            const u64 tail = ends + random.below(n - ends);
            u64 head = random.below(n);
            if (kind == "local") {
                head = (tail + n + random.below(1001) - 500) % n;
            } else if (kind == "layered" && random.below(100)) {
                head = tail < layer ? random.below(layer) : tail / layer * layer - layer + random.below(layer);
            } else if (kind == "power") {
                head = std::min<u64>(n - 1, u64(double(n) * std::pow(double(random.below(1u << 31)) / 2147483648.0, 4.0)));
            }
            add(tail, head);
        }
    }
    if (std::string(argv[5]) == "shuffled") {
        std::vector<u32> number(n);
        for (u64 v = 0; v < n; v++) number[v] = u32(v);
        for (u64 v = n - 1; v > 0; v--) std::swap(number[v], number[random.below(v + 1)]);
        for (Arc& arc : arcs) arc = {number[arc.tail], number[arc.head]};
    }
    const u32 count = u32(n);
    const bool written = std::fwrite(&count, sizeof count, 1, stdout) == 1 &&
                         std::fwrite(arcs.data(), sizeof(Arc), arcs.size(), stdout) == arcs.size();
    return written ? 0 : 1;
}
