// Peer of `gamesolve police-thief`: retrograde analysis with a queue, one byte a position, and computed moves.
//
//   g++ -O3 -march=native -o police_thief_queue police_thief_queue.cpp
//   ./police_thief_queue < board.in
//
// Reads the board and writes the answer in the formats of the problem. Standard error gets the numbers of positions
// that are won and lost for the player to move.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

int main() {
    int rows, columns;
    std::cin >> rows >> columns;
    std::vector<std::string> board(rows);
    for (auto& row : board) std::cin >> row;

    std::vector<int> number(rows * columns, -1), cells;
    for (int cell = 0; cell < rows * columns; cell++)
        if (board[cell / columns][cell % columns] != '*') {
            number[cell] = (int)cells.size();
            cells.push_back(cell);
        }
    const uint32_t n = cells.size();
    std::vector<std::vector<uint32_t>> near8(n), near4(n);
    std::vector<char> exit(n);
    uint32_t police = 0, thief = 0;
    for (uint32_t v = 0; v < n; v++) {
        int y = cells[v] / columns, x = cells[v] % columns;
        exit[v] = board[y][x] == 'E';
        if (board[y][x] == 'P') police = v;
        if (board[y][x] == 'T') thief = v;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int to_y = y + dy, to_x = x + dx;
                if (to_y < 0 || to_x < 0 || to_y >= rows || to_x >= columns) continue;
                int to = number[to_y * columns + to_x];
                if (to < 0) continue;
                near8[v].push_back(to);
                if (dy == 0 || dx == 0) near4[v].push_back(to);
            }
    }

    // Position: turn * n * n + thief * n + policeman, and turn 0 is the policeman's.
    const uint8_t WON = 254, LOST = 255;
    const uint32_t half = n * n;
    std::vector<uint8_t> state(2 * (size_t)half);
    std::vector<uint32_t> queue;
    queue.reserve(state.size());
    for (uint32_t t = 0; t < n; t++)
        for (uint32_t p = 0; p < n; p++) {
            uint32_t i = t * n + p;
            state[i] = near8[p].size();
            state[half + i] = near4[t].size();
            if (p != t && !exit[t]) continue;
            bool caught = p == t;
            state[i] = caught ? WON : LOST;
            state[half + i] = caught ? LOST : WON;
            queue.push_back(i);
            queue.push_back(half + i);
        }
    for (size_t head = 0; head < queue.size(); head++) {
        uint32_t i = queue[head];
        bool lost = state[i] == LOST;
        auto decide = [&](uint32_t before) {
            uint8_t& s = state[before];
            if (s >= WON) return;
            if (!lost && --s > 0) return;
            s = lost ? WON : LOST;
            queue.push_back(before);
        };
        if (i >= half) {
            uint32_t t = (i - half) / n, p = (i - half) % n;
            for (uint32_t from : near8[p]) decide(t * n + from);
        } else {
            uint32_t t = i / n, p = i % n;
            for (uint32_t from : near4[t]) decide(half + from * n + p);
        }
    }

    size_t won = 0, lost = 0;
    for (uint8_t s : state) won += s == WON, lost += s == LOST;
    fprintf(stderr, "won %zu lost %zu drawn %zu\n", won, lost, state.size() - won - lost);
    uint8_t start = state[thief * n + police];
    puts(start == WON ? "Police catches the thief" : start == LOST ? "The thief escapes" : "Draw");
}
