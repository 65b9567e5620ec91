// parse N M: reads the text of a game of N vertices and M arcs from memory with the shortest possible loop. It checks
// only the range of a vertex.
#include <string>

#include "common.hpp"

int main(int, char** argv) {
    const u64 n = std::strtoull(argv[1], nullptr, 10), m = std::strtoull(argv[2], nullptr, 10);
    std::string text = std::to_string(n) + ' ' + std::to_string(m) + "\n1\n";
    for (const Arc& arc : random_arcs(n, m))
        text.append(std::to_string(arc.tail + 1)).append(1, ' ').append(std::to_string(arc.head + 1)).append(1, '\n');
    Clock clock;
    const char* at = text.c_str();
    auto next = [&] {
        while (*at && (*at < '0' || *at > '9')) at++;
        u64 value = 0;
        for (; *at >= '0' && *at <= '9'; at++) value = 10 * value + u64(*at - '0');
        return value;
    };
    const u64 vertices = next(), count = next(), start = next();
    std::vector<Arc> arcs(count);
    bool good = start >= 1 && start <= vertices;
    for (Arc& arc : arcs) {
        arc.tail = u32(next() - 1), arc.head = u32(next() - 1);
        good &= arc.tail < vertices && arc.head < vertices;
    }
    clock.stop();
    std::printf(" %lu\n", good ? text.size() : 0);
}
