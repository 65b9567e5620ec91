// Peer of `gamesolve police-thief`: sweeps over sets of the policeman's cells, 64 in a word, on boards of at most 64
// columns.
//
//   g++ -O3 -march=native -o police_thief_bits police_thief_bits.cpp
//   ./police_thief_bits < board.in
//
// Reads the board and writes the answer in the formats of the problem. Standard error gets the numbers of positions
// that are won and lost for the player to move.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

typedef uint64_t Row;
typedef std::vector<Row> Set;

int main() {
    int rows, columns;
    std::cin >> rows >> columns;
    std::vector<std::string> board(rows);
    for (auto& row : board) std::cin >> row;
    if (columns > 64) return fprintf(stderr, "at most 64 columns\n"), 2;

    const Row full = columns == 64 ? ~Row(0) : (Row(1) << columns) - 1;
    Set floor(rows);
    std::vector<int> number(rows * columns, -1), cells;
    int police = 0, thief = 0;
    for (int cell = 0; cell < rows * columns; cell++) {
        char c = board[cell / columns][cell % columns];
        if (c == 'P') police = cell;
        if (c == 'T') thief = cell;
        if (c == '*') continue;
        floor[cell / columns] |= Row(1) << cell % columns;
        number[cell] = (int)cells.size();
        cells.push_back(cell);
    }
    const int n = cells.size();
    std::vector<std::vector<int>> near(n);
    for (int v = 0; v < n; v++) {
        near[v].push_back(v);
        int y = cells[v] / columns, x = cells[v] % columns;
        const int around[4][2] = {{y - 1, x}, {y + 1, x}, {y, x - 1}, {y, x + 1}};
        for (auto& [ty, tx] : around)
            if (ty >= 0 && tx >= 0 && ty < rows && tx < columns && number[ty * columns + tx] >= 0)
                near[v].push_back(number[ty * columns + tx]);
    }

    // For every cell of the thief, the winning and losing cells of the policeman, for either player to move.
    Set p_won((size_t)n * rows), p_lost(p_won), t_won(p_won), t_lost(p_won);
    for (int v = 0; v < n; v++) {
        int y = cells[v] / columns, x = cells[v] % columns;
        size_t at = (size_t)v * rows;
        Row here = Row(1) << x;
        p_won[at + y] = t_lost[at + y] = here;
        if (board[y][x] == 'E')
            for (int r = 0; r < rows; r++) p_lost[at + r] = t_won[at + r] = floor[r] & ~(r == y ? here : 0);
    }
    std::vector<char> p_changed(n, 1), t_changed(n, 1);
    std::vector<Row> reach(rows + 2), held(rows + 2, ~Row(0));
    for (bool any = true; any;) {
        any = false;
        for (int v = 0; v < n; v++) {
            p_changed[v] = 0;
            if (!t_changed[v]) continue;
            Row *pw = &p_won[(size_t)v * rows], *pl = &p_lost[(size_t)v * rows];
            Row *tw = &t_won[(size_t)v * rows], *tl = &t_lost[(size_t)v * rows];
            Row changed = 0;
            for (int r = 0; r < rows; r++) {
                reach[r + 1] = tl[r] | tl[r] << 1 | tl[r] >> 1;
                Row closed = tw[r] | ~(floor[r] & full);
                held[r + 1] = closed & (closed << 1 | 1) & (closed >> 1 | Row(1) << 63);
            }
            for (int r = 0; r < rows; r++) {
                Row open = floor[r] & ~(pw[r] | pl[r]);
                Row won = (reach[r] | reach[r + 1] | reach[r + 2]) & open;
                Row lost = held[r] & held[r + 1] & held[r + 2] & open;
                pw[r] |= won;
                pl[r] |= lost;
                changed |= won | lost;
            }
            p_changed[v] = changed != 0;
            any |= changed != 0;
        }
        for (int v = 0; v < n; v++) {
            bool due = false;
            for (int to : near[v]) due |= p_changed[to];
            t_changed[v] = 0;
            if (!due) continue;
            Row *tw = &t_won[(size_t)v * rows], *tl = &t_lost[(size_t)v * rows];
            Row changed = 0;
            for (int r = 0; r < rows; r++) {
                Row open = floor[r] & ~(tw[r] | tl[r]), some = 0, all = ~Row(0);
                for (int to : near[v]) {
                    some |= p_lost[(size_t)to * rows + r];
                    all &= p_won[(size_t)to * rows + r];
                }
                tw[r] |= some & open;
                tl[r] |= all & open;
                changed |= (some | all) & open;
            }
            t_changed[v] = changed != 0;
            any |= changed != 0;
        }
    }

    size_t won = 0, lost = 0;
    for (size_t i = 0; i < p_won.size(); i++) {
        won += __builtin_popcountll(p_won[i]) + __builtin_popcountll(t_won[i]);
        lost += __builtin_popcountll(p_lost[i]) + __builtin_popcountll(t_lost[i]);
    }
    fprintf(stderr, "won %zu lost %zu drawn %zu\n", won, lost, 2 * (size_t)n * n - won - lost);
    size_t start = (size_t)number[thief] * rows + police / columns;
    Row bit = Row(1) << police % columns;
    puts(p_won[start] & bit ? "Police catches the thief" : p_lost[start] & bit ? "The thief escapes" : "Draw");
}
