// Code shared by the peers: the random graphs of crates/engine/benches/common, clocks, and the result line.
#pragma once
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using u32 = std::uint32_t;
using u64 = std::uint64_t;

struct Random {  // SplitMix64
    u64 state;
    u64 next() {
        u64 z = state += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    u32 below(u64 bound) { return u32((static_cast<unsigned __int128>(next()) * bound) >> 64); }
};

struct Graph {
    std::vector<u32> offset, head;
    u64 size() const { return offset.size() - 1; }
};

struct Arc {
    u32 tail, head;
};

inline Graph by_tail(u64 n, const std::vector<Arc>& arcs) {
    Graph g;
    g.offset.assign(n + 1, 0);
    g.head.resize(arcs.size());
    for (const Arc& arc : arcs) g.offset[arc.tail + 1]++;
    for (u64 v = 0; v < n; v++) g.offset[v + 1] += g.offset[v];
    std::vector<u32> place(g.offset.begin(), g.offset.end() - 1);
    for (const Arc& arc : arcs) g.head[place[arc.tail]++] = arc.head;
    return g;
}

// Visits every vertex after all its successors, by a depth-first search with a stack of its own.
template <class Visit>
inline void in_post_order(const Graph& g, Visit visit) {
    std::vector<u32> at(g.offset.begin(), g.offset.end() - 1), path;
    std::vector<std::uint8_t> met(g.size());
    for (u32 root = 0; root < g.size(); root++) {
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
            path.pop_back();
            visit(v);
        }
    }
}

// Returns m random arcs, none of them from the first twentieth of the vertices.
inline std::vector<Arc> random_arcs(u64 n, u64 m) {
    Random random{42};
    std::vector<Arc> arcs(m);
    u64 sinks = n / 20;
    for (Arc& arc : arcs) {
        arc.tail = u32(sinks) + random.below(n - sinks);
        arc.head = random.below(n);
    }
    return arcs;
}

// Returns arcs from the larger number to the smaller. With `shuffle`, the vertices are then renumbered at random.
inline std::vector<Arc> acyclic_arcs(u64 n, u64 m, bool shuffle) {
    Random random{42};
    std::vector<Arc> arcs;
    arcs.reserve(m);
    for (u64 i = 0; i < m; i++) {
        u32 a = random.below(n), b = random.below(n);
        if (a != b) arcs.push_back(a > b ? Arc{a, b} : Arc{b, a});
    }
    if (shuffle) {
        std::vector<u32> number(n);
        for (u64 v = 0; v < n; v++) number[v] = u32(v);
        for (u64 v = n - 1; v > 0; v--) std::swap(number[v], number[random.below(v + 1)]);
        for (Arc& arc : arcs) arc = {number[arc.tail], number[arc.head]};
    }
    return arcs;
}

// Returns the graph of a file from shapes.cpp.
inline Graph stored(const char* path) {
    std::FILE* file = std::fopen(path, "rb");
    u32 n;
    if (!file || std::fread(&n, sizeof n, 1, file) != 1) std::abort();
    std::vector<Arc> arcs(1 << 16);
    std::vector<Arc> all;
    while (const std::size_t read = std::fread(arcs.data(), sizeof(Arc), arcs.size(), file))
        all.insert(all.end(), arcs.begin(), arcs.begin() + std::ptrdiff_t(read));
    std::fclose(file);
    return by_tail(n, all);
}

// Returns the graph of the first arguments: `@FILE`, or the result of `made` for N and M.
template <class Made>
inline Graph graph_of(char** argv, Made made) {
    if (argv[1][0] == '@') return stored(argv[1] + 1);
    const u64 n = std::strtoull(argv[1], nullptr, 10), m = std::strtoull(argv[2], nullptr, 10);
    return by_tail(n, made(n, m));
}

struct Clock {
    static double cpu() {
        timespec t;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
        return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
    }
    static double wall() {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    // Count the peak of the process anew from here on, without the making of the input.
    static double forget_peak() {
        if (std::FILE* file = std::fopen("/proc/self/clear_refs", "w")) std::fputs("5", file), std::fclose(file);
        return cpu();
    }
    double cpu0 = forget_peak(), wall0 = wall();
    // The line starts with processor and clock time, and the answer follows.
    void stop() const { std::printf("%.6f %.6f", cpu() - cpu0, wall() - wall0); }
};
