// predecessors SIDE: outcome and distance of every position of a policeman and a thief on an open board of SIDE by SIDE
// cells. The policeman moves like a king, and the thief like a rook by one cell. Both may stay, and the last cell is
// the exit. It uses a queue, one byte a position and its distance, and lists of neighbours for the moves.
#include "common.hpp"

int main(int, char** argv) {
    const int side = std::atoi(argv[1]);
    const u32 n = u32(side * side);
    Clock clock;
    std::vector<std::vector<u32>> king(n), rook(n);
    for (u32 v = 0; v < n; v++) {
        const int y = int(v) / side, x = int(v) % side;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                const int to_y = y + dy, to_x = x + dx;
                if (to_y < 0 || to_x < 0 || to_y >= side || to_x >= side) continue;
                king[v].push_back(u32(to_y * side + to_x));
                if (dy == 0 || dx == 0) rook[v].push_back(u32(to_y * side + to_x));
            }
    }
    // Position: turn * n * n + thief * n + policeman, and turn 0 is the policeman's.
    const std::uint8_t won = 254, lost = 255;
    const u32 half = n * n;
    std::vector<std::uint8_t> state(2 * u64(half));
    std::vector<std::uint16_t> distance(state.size());
    std::vector<u32> queue;
    queue.reserve(state.size());
    for (u32 t = 0; t < n; t++)
        for (u32 p = 0; p < n; p++) {
            const u32 i = t * n + p;
            state[i] = std::uint8_t(king[p].size());
            state[half + i] = std::uint8_t(rook[t].size());
            if (p != t && t != n - 1) continue;
            state[i] = p == t ? won : lost;
            state[half + i] = p == t ? lost : won;
            queue.push_back(i);
            queue.push_back(half + i);
        }
    for (u64 head = 0; head < queue.size(); head++) {
        const u32 i = queue[head];
        const bool is_lost = state[i] == lost;
        auto decide = [&](u32 before) {
            std::uint8_t& s = state[before];
            if (s >= won) return;
            if (!is_lost && --s > 0) return;
            s = is_lost ? won : lost;
            distance[before] = std::uint16_t(distance[i] + 1);
            queue.push_back(before);
        };
        if (i >= half) {
            const u32 t = (i - half) / n, p = (i - half) % n;
            for (u32 from : king[p]) decide(t * n + from);
        } else {
            const u32 t = i / n, p = i % n;
            for (u32 from : rook[t]) decide(half + from * n + p);
        }
    }
    clock.stop();
    u64 wins = 0, losses = 0, plies = 0;
    for (u64 i = 0; i < state.size(); i++) {
        wins += state[i] == won, losses += state[i] == lost;
        plies += distance[i];
    }
    std::printf(" %lu %lu %lu %lu\n", wins, losses, state.size() - wins - losses, plies);
}
