// All positions with the player to move first; rounds of deciding until nothing changes.
#include <bits/stdc++.h>
using namespace std;

static vector<int> shapes; // the 48 places of an L, as sets of cells
static map<array<int, 3>, int> number; // own L, other L, discs
static vector<array<int, 3>> position;

static vector<array<int, 3>> after(const array<int, 3>& now) { // as the same player sees them
    vector<array<int, 3>> boards;
    auto [own, other, discs] = now;
    for (int shape : shapes) {
        if (shape == own || shape & (other | discs)) continue;
        boards.push_back({shape, other, discs});
        int taken = shape | other | discs;
        for (int disc = 1; disc < 1 << 16; disc <<= 1)
            if (discs & disc)
                for (int cell = 1; cell < 1 << 16; cell <<= 1)
                    if (!(taken & cell)) boards.push_back({shape, other, (discs ^ disc) | cell});
    }
    return boards;
}

int main() {
    set<int> found;
    for (int turn = 0; turn < 8; turn++)
        for (int row = 0; row < 4; row++)
            for (int column = 0; column < 4; column++) {
                int cells[4][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}}, shape = 0;
                for (auto& cell : cells) {
                    int r = cell[0], c = cell[1];
                    if (turn & 1) c = -c;
                    if (turn & 2) r = -r;
                    if (turn & 4) swap(r, c);
                    r += row, c += column;
                    if (r < 0 || r > 3 || c < 0 || c > 3) { shape = 0; break; }
                    shape |= 1 << (4 * r + c);
                }
                if (shape) found.insert(shape);
            }
    shapes.assign(found.begin(), found.end());
    for (int own : shapes)
        for (int other : shapes)
            if (!(own & other))
                for (int a = 0; a < 16; a++)
                    for (int b = 0; b < a; b++) {
                        int discs = 1 << a | 1 << b;
                        if (discs & (own | other)) continue;
                        number[{own, other, discs}] = position.size();
                        position.push_back({own, other, discs});
                    }
    int count = position.size();
    vector<vector<int>> next(count);
    for (int i = 0; i < count; i++)
        for (auto& board : after(position[i])) next[i].push_back(number[{board[1], board[0], board[2]}]);
    vector<int> value(count, 0); // 1 won, -1 lost
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < count; i++) {
            if (value[i]) continue;
            bool some = false, all = true;
            for (int to : next[i]) some |= value[to] == -1, all &= value[to] == 1;
            if (some || all) value[i] = some ? 1 : -1, changed = true;
        }
    }
    array<int, 3> start{};
    string line;
    for (int row = 0; row < 4; row++) {
        cin >> line;
        for (int column = 0; column < 4; column++) {
            int cell = 1 << (4 * row + column);
            if (line[column] == '#') start[0] |= cell;
            if (line[column] == '*') start[1] |= cell;
            if (line[column] == 'x') start[2] |= cell;
        }
    }
    for (auto& board : after(start)) {
        if (value[number[{board[1], board[0], board[2]}]] != -1) continue;
        for (int cell = 0; cell < 16; cell++) {
            putchar(board[0] >> cell & 1 ? '#' : board[1] >> cell & 1 ? '*' : board[2] >> cell & 1 ? 'x' : '.');
            if (cell % 4 == 3) putchar('\n');
        }
        return 0;
    }
    puts("No winning move");
    puts(value[number[start]] ? "Losing" : "Draw");
}
