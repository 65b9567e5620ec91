// Peer of `gamesolve cat-mouse-ii`: counters and a queue of (mouse, cat, turn). It walks the jumps anew each time and
// stores the number of turns with each position.
//
//   g++ -O2 -o cat_mouse_ii_queue cat_mouse_ii_queue.cpp
//   ./cat_mouse_ii_queue < board.in
//
// Reads the board and writes the answer in the formats of the problem. Standard error gets the numbers of positions
// that the mouse and the cat win.
#include <array>
#include <cctype>
#include <cstdio>
#include <iostream>
#include <queue>
#include <string>
#include <vector>

int main() {
    std::string line;
    std::getline(std::cin, line);
    int reach[2];  // of the mouse, of the cat
    std::cin >> reach[1] >> reach[0];
    std::vector<std::string> board;
    for (size_t i = 0, quotes = 0; i < line.size(); i++) {
        if (line[i] == '"') {
            if (quotes++ % 2 == 0) board.emplace_back();
        } else if (quotes % 2 == 1) {
            board.back() += line[i];
        }
    }
    const int rows = board.size(), columns = board[0].size(), n = rows * columns;
    int mouse = 0, cat = 0, food = 0;
    auto at = [&](int cell) { return board[cell / columns][cell % columns]; };
    for (int cell = 0; cell < n; cell++) {
        if (at(cell) == 'M') mouse = cell;
        if (at(cell) == 'C') cat = cell;
        if (at(cell) == 'F') food = cell;
    }
    auto jumps = [&](int cell, int most) {
        std::vector<int> to{cell};
        const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        for (auto& [down, right] : ways) {
            int y = cell / columns, x = cell % columns;
            for (int step = 0; step < most; step++) {
                y += down, x += right;
                if (y < 0 || x < 0 || y >= rows || x >= columns || board[y][x] == '#') break;
                to.push_back(y * columns + x);
            }
        }
        return to;
    };

    enum { DRAW, MOUSE, CAT };
    struct State {
        int winner, left, turns;
    };
    std::vector<State> states(2 * (size_t)n * n);
    auto state = [&](int m, int c, int turn) -> State& { return states[((size_t)m * n + c) * 2 + turn]; };
    std::queue<std::array<int, 3>> decided;
    auto decide = [&](int m, int c, int turn, int who, int turns) {
        state(m, c, turn).winner = who;
        state(m, c, turn).turns = turns;
        decided.push({m, c, turn});
    };
    for (int m = 0; m < n; m++)
        for (int c = 0; c < n; c++) {
            if (at(m) == '#' || at(c) == '#') continue;
            state(m, c, 0).left = jumps(m, reach[0]).size();
            state(m, c, 1).left = jumps(c, reach[1]).size();
        }
    for (int m = 0; m < n; m++)
        for (int c = 0; c < n; c++) {
            if (at(m) == '#' || at(c) == '#') continue;
            int who = m == c || c == food ? CAT : m == food ? MOUSE : DRAW;
            for (int turn = 0; turn < 2; turn++)
                if (who != DRAW) decide(m, c, turn, who, 0);
        }
    while (!decided.empty()) {
        auto [m, c, turn] = decided.front();
        decided.pop();
        State after = state(m, c, turn);
        int before = 1 - turn;
        for (int from : jumps(before == 0 ? m : c, reach[before])) {
            int from_m = before == 0 ? from : m, from_c = before == 1 ? from : c;
            State& s = state(from_m, from_c, before);
            if (s.winner != DRAW) continue;
            bool gains = after.winner == (before == 0 ? MOUSE : CAT);
            if (gains || --s.left == 0) decide(from_m, from_c, before, after.winner, after.turns + 1);
        }
    }

    long wins[3] = {};
    for (auto& s : states) wins[s.winner]++;
    fprintf(stderr, "mouse %ld cat %ld\n", wins[MOUSE], wins[CAT]);
    State start = state(mouse, cat, 0);
    puts(start.winner == MOUSE && start.turns <= 1000 ? "true" : "false");
}
