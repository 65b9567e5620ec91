// Peer of `gamesolve cat-mouse`: the usual solution in a contest, counters and a queue of (mouse, cat, turn).
//
//   g++ -O2 -o cat_mouse_queue cat_mouse_queue.cpp
//   ./cat_mouse_queue < graph.in
//
// Reads the graph and writes the answer in the formats of the problem. Standard error gets the numbers of positions
// that the mouse and the cat win.
#include <array>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <queue>
#include <string>
#include <vector>

int main() {
    std::string text((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
    std::vector<std::vector<int>> graph;
    int depth = 0, value = -1;
    for (char c : text) {
        if (c == '[' && ++depth == 2) graph.emplace_back();
        if (c >= '0' && c <= '9') {
            value = (value < 0 ? 0 : value) * 10 + (c - '0');
            continue;
        }
        if (value >= 0) graph.back().push_back(value), value = -1;
        if (c == ']') depth--;
    }

    const int n = graph.size();
    enum { DRAW, MOUSE, CAT };
    enum { MOUSE_TO_MOVE, CAT_TO_MOVE };
    std::vector<std::vector<std::array<int, 2>>> winner(n, std::vector<std::array<int, 2>>(n)), left(winner);
    std::queue<std::array<int, 3>> decided;
    auto decide = [&](int mouse, int cat, int turn, int who) {
        winner[mouse][cat][turn] = who;
        decided.push({mouse, cat, turn});
    };
    for (int mouse = 0; mouse < n; mouse++)
        for (int cat = 0; cat < n; cat++) {
            left[mouse][cat][MOUSE_TO_MOVE] = graph[mouse].size();
            left[mouse][cat][CAT_TO_MOVE] = graph[cat].size();
            for (int to : graph[cat]) left[mouse][cat][CAT_TO_MOVE] -= to == 0;
        }
    for (int turn = 0; turn < 2; turn++) {
        for (int cat = 1; cat < n; cat++) decide(0, cat, turn, MOUSE);
        for (int v = 1; v < n; v++) decide(v, v, turn, CAT);
    }
    while (!decided.empty()) {
        auto [mouse, cat, turn] = decided.front();
        decided.pop();
        int who = winner[mouse][cat][turn], before = 1 - turn;
        for (int from : graph[before == MOUSE_TO_MOVE ? mouse : cat]) {
            int m = before == MOUSE_TO_MOVE ? from : mouse, c = before == CAT_TO_MOVE ? from : cat;
            if (c == 0 || winner[m][c][before] != DRAW) continue;
            bool gains = who == (before == MOUSE_TO_MOVE ? MOUSE : CAT);
            if (gains || --left[m][c][before] == 0) decide(m, c, before, who);
        }
    }

    long wins[3] = {};
    for (int mouse = 0; mouse < n; mouse++)
        for (int cat = 1; cat < n; cat++)
            for (int turn = 0; turn < 2; turn++) wins[winner[mouse][cat][turn]]++;
    fprintf(stderr, "mouse %ld cat %ld draw %ld\n", wins[MOUSE], wins[CAT], wins[DRAW]);
    printf("%d\n", winner[1][2][MOUSE_TO_MOVE]);
}
