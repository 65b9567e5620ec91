// mistake: staying-not-counted
#include <cstdio>
#include <queue>
#include <vector>

int n, m;
char cell[101][102];

struct Position {
    int row[2], column[2], turn; // the policeman's and the thief's
};

int number(const Position& at) {
    return (((at.row[0] * m + at.column[0]) * n + at.row[1]) * m + at.column[1]) * 2 + at.turn;
}

// The winner where play is over: 0 the policeman, 1 the thief, -1 nobody.
int winner(const Position& at) {
    if (at.row[0] == at.row[1] && at.column[0] == at.column[1]) return 0;
    if (cell[at.row[1]][at.column[1]] == 'E') return 1;
    return -1;
}

std::vector<Position> after(const Position& at) {
    std::vector<Position> found;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            if (at.turn == 1 && down && right) continue;
            Position to = at;
            int row = to.row[at.turn] += down, column = to.column[at.turn] += right;
            if (row < 0 || row >= n || column < 0 || column >= m || cell[row][column] == '*') continue;
            to.turn = 1 - at.turn;
            found.push_back(to);
        }
    return found;
}

int main() {
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    Position start = {};
    for (int row = 0; row < n; row++) {
        if (std::scanf("%101s", cell[row]) != 1) return 1;
        for (int column = 0; column < m; column++) {
            int who = cell[row][column] == 'P' ? 0 : cell[row][column] == 'T' ? 1 : -1;
            if (who >= 0) start.row[who] = row, start.column[who] = column;
        }
    }
    int count = 2 * n * m * n * m;
    std::vector<int> label(count, -1), left(count, 0); // the winner
    std::vector<std::vector<int>> before(count);
    std::queue<int> ready;
    for (int a = 0; a < n * m; a++)
        for (int b = 0; b < n * m; b++)
            for (int turn = 0; turn < 2; turn++) {
                Position at = {{a / m, b / m}, {a % m, b % m}, turn};
                if (cell[at.row[0]][at.column[0]] == '*' || cell[at.row[1]][at.column[1]] == '*') continue;
                int from = number(at);
                label[from] = winner(at);
                if (label[from] >= 0) {
                    ready.push(from);
                    continue;
                }
                for (const Position& to : after(at)) {
                    before[number(to)].push_back(from);
                    left[from] += to.row[turn] != at.row[turn] || to.column[turn] != at.column[turn];
                }
            }
    while (!ready.empty()) {
        int at = ready.front();
        ready.pop();
        for (int from : before[at]) {
            if (label[from] >= 0) continue;
            int mover = from % 2;
            if (label[at] == mover) label[from] = mover;
            else if (--left[from] <= 0) label[from] = 1 - mover;
            else continue;
            ready.push(from);
        }
    }
    int result = label[number(start)];
    std::puts(result == 0 ? "Police catches the thief" : result == 1 ? "The thief escapes" : "Draw");
}
