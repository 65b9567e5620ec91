// Peer of `gamesolve police-thief`: the usual program of tutorials. Every position has a count of its moves and a list
// of its predecessors, which grows with each move found. A recursive search goes back from the ends.
//
//   g++ -O3 -march=native -o police_thief_lists police_thief_lists.cpp
//   ./police_thief_lists < board.in
//
// Reads the board and writes the answer in the formats of the problem. The search runs on a thread whose stack has room
// for every position at once. So a board of 64 by 64 cells takes gigabytes.
#include <pthread.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

std::vector<std::vector<int>> before;
std::vector<int> left_over;  // moves not known to lose
std::vector<char> won, lost, seen;

void search(int position) {
    seen[position] = 1;
    for (int from : before[position]) {
        if (seen[from]) continue;
        if (lost[position]) {
            won[from] = 1;
        } else if (--left_over[from] == 0) {
            lost[from] = 1;
        } else {
            continue;
        }
        search(from);
    }
}

std::vector<int> ends;

void* search_all(void*) {
    for (int end : ends)
        if (!seen[end]) search(end);
    return nullptr;
}

int main() {
    int rows, columns;
    std::cin >> rows >> columns;
    std::vector<std::string> board(rows);
    for (auto& row : board) std::cin >> row;
    const int cells = rows * columns;
    int police = 0, thief = 0;
    auto letter = [&](int cell) { return board[cell / columns][cell % columns]; };
    for (int cell = 0; cell < cells; cell++) {
        if (letter(cell) == 'P') police = cell;
        if (letter(cell) == 'T') thief = cell;
    }

    // Position: (policeman, thief, turn), and turn 0 is the policeman's.
    const int positions = 2 * cells * cells;
    auto number = [&](int p, int t, int turn) { return (p * cells + t) * 2 + turn; };
    before.resize(positions);
    left_over.resize(positions);
    won.resize(positions), lost.resize(positions), seen.resize(positions);
    for (int p = 0; p < cells; p++) {
        if (letter(p) == '*') continue;
        for (int t = 0; t < cells; t++) {
            if (letter(t) == '*') continue;
            for (int turn = 0; turn < 2; turn++) {
                const int here = number(p, t, turn);
                const bool caught = p == t, escaped = !caught && letter(t) == 'E';
                if (caught || escaped) {
                    (caught == (turn == 0) ? won : lost)[here] = 1;
                    ends.push_back(here);
                    continue;
                }
                const int mover = turn == 0 ? p : t, y = mover / columns, x = mover % columns;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++) {
                        if (turn == 1 && dy != 0 && dx != 0) continue;
                        const int to_y = y + dy, to_x = x + dx;
                        if (to_y < 0 || to_x < 0 || to_y >= rows || to_x >= columns) continue;
                        if (board[to_y][to_x] == '*') continue;
                        const int to = to_y * columns + to_x;
                        before[turn == 0 ? number(to, t, 1) : number(p, to, 0)].push_back(here);
                        left_over[here]++;
                    }
            }
        }
    }

    pthread_attr_t deep;
    pthread_attr_init(&deep);
    // Enough for the search to be in every position at once.
    if (pthread_attr_setstacksize(&deep, (size_t(positions) * 128 + (64u << 20)) >> 12 << 12) != 0) return 1;
    pthread_t searching;
    if (pthread_create(&searching, &deep, search_all, nullptr) != 0) return 1;
    pthread_join(searching, nullptr);
    const int start = number(police, thief, 0);
    puts(won[start] ? "Police catches the thief" : lost[start] ? "The thief escapes" : "Draw");
}
