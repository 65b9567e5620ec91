// retrograde N M, or retrograde @FILE 0: outcome and distance of every vertex of a random graph in memory by tail. It
// reverses the graph through buckets of 2^16 heads, each written through a small buffer. Then it uses a first-in
// first-out queue with prefetching and one byte a vertex (moves left, or the outcome).
#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <utility>

#include "common.hpp"

// Zeroed memory in huge pages.
template <class T>
struct Huge {
    static constexpr std::size_t page = std::size_t(2) << 20;
    void* got;
    std::size_t bytes;
    T* at;
    explicit Huge(u64 count) : bytes(count * sizeof(T) + page) {
        got = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (got == MAP_FAILED) std::abort();
        at = reinterpret_cast<T*>((reinterpret_cast<std::uintptr_t>(got) + page - 1) & ~(page - 1));
        madvise(at, count * sizeof(T), MADV_HUGEPAGE);
    }
    ~Huge() { munmap(got, bytes); }
    Huge(const Huge&) = delete;
    T& operator[](u64 i) { return at[i]; }
};

int main(int, char** argv) {
    const Graph g = graph_of(argv, random_arcs);
    const u64 n = g.size(), m = g.head.size();
    Clock clock;
    constexpr int bits = 16, line = 16;
    const u64 buckets = (n >> bits) + 1;
    Huge<u32> into(n + 1), tail(m);
    {
        std::vector<u64> begin(buckets + 1), at;
        for (u32 head : g.head) begin[(head >> bits) + 1]++;
        for (u64 b = 0; b < buckets; b++) begin[b + 1] += begin[b];
        at.assign(begin.begin(), begin.end() - 1);
        Huge<u32> tails(m);
        Huge<std::uint16_t> lows(m);
        struct Buffer {
            u32 tails[line];
            std::uint16_t lows[line];
            u32 used;
        };
        std::vector<Buffer> buffers(buckets);
        auto flush = [&](u64 b) {
            Buffer& buffer = buffers[b];
            std::memcpy(&tails[at[b]], buffer.tails, buffer.used * sizeof(u32));
            std::memcpy(&lows[at[b]], buffer.lows, buffer.used * sizeof(std::uint16_t));
            at[b] += buffer.used;
            buffer.used = 0;
        };
        for (u64 v = 0; v < n; v++)
            for (u32 e = g.offset[v]; e < g.offset[v + 1]; e++) {
                Buffer& buffer = buffers[g.head[e] >> bits];
                buffer.tails[buffer.used] = u32(v);
                buffer.lows[buffer.used] = std::uint16_t(g.head[e]);
                if (++buffer.used == line) flush(g.head[e] >> bits);
            }
        for (u64 b = 0; b < buckets; b++) flush(b);
        std::vector<u32> place(std::size_t(1) << bits);
        for (u64 b = 0; b < buckets && b << bits < n; b++) {
            const u64 first = b << bits, rows = std::min<u64>(n - first, u64(1) << bits);
            std::fill(place.begin(), place.end(), 0);
            for (u64 e = begin[b]; e < begin[b + 1]; e++) place[lows[e]]++;
            u32 sum = u32(begin[b]);
            for (u64 v = 0; v < rows; v++) {
                into[first + v] = sum;
                sum += std::exchange(place[v], sum);
            }
            for (u64 e = begin[b]; e < begin[b + 1]; e++) tail[place[lows[e]]++] = tails[e];
        }
        into[n] = u32(m);
    }
    constexpr std::uint8_t win = 254, loss = 255;
    Huge<std::uint8_t> state(n);
    Huge<u32> queue(n), distance(n);
    u64 done = 0, found = 0;
    for (u64 v = 0; v < n; v++) {
        const u32 moves = g.offset[v + 1] - g.offset[v];
        if (moves >= win) return 1;
        state[v] = moves ? std::uint8_t(moves) : loss;
        if (!moves) queue[found++] = u32(v);
    }
    u32 depth = 0;
    u64 layer_end = found;
    while (done < found) {
        if (done == layer_end) depth++, layer_end = found;
        if (done + 16 < found) __builtin_prefetch(&into[queue[done + 16]]);
        if (done + 8 < found) __builtin_prefetch(&tail[into[queue[done + 8]]]);
        if (done + 3 < found) {
            const u32 next = queue[done + 3];
            for (u32 e = into[next]; e < into[next + 1]; e++) __builtin_prefetch(&state[tail[e]], 1);
        }
        const u32 v = queue[done++];
        distance[v] = depth;
        const bool lost = state[v] == loss;
        for (u32 e = into[v]; e < into[v + 1]; e++) {
            const u32 u = tail[e];
            if (state[u] >= win) continue;
            if (lost) {
                state[u] = win;
                queue[found++] = u;
            } else if (--state[u] == 0) {
                state[u] = loss;
                queue[found++] = u;
            }
        }
    }
    clock.stop();
    u64 wins = 0, losses = 0, plies = 0;
    for (u64 v = 0; v < n; v++) {
        wins += state[v] == win;
        losses += state[v] == loss;
        plies += state[v] >= win ? distance[v] : 0;
    }
    std::printf(" %lu %lu %lu %lu\n", wins, losses, n - wins - losses, plies);
}
