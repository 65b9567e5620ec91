// Labels all positions (mouse, cat, turn) backwards with their distances, which stay far below 1000 turns.
#include <cstdio>
#include <queue>
#include <string>
#include <vector>

int rows, columns, food, reach[2]; // the mouse's and the cat's
std::string grid;

std::vector<int> jumps(int who, int from) {
    const int steps[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    std::vector<int> found = {from};
    for (const int* step : steps)
        for (int distance = 1; distance <= reach[who]; distance++) {
            int row = from / columns + step[0] * distance, column = from % columns + step[1] * distance;
            if (row < 0 || row >= rows || column < 0 || column >= columns) break;
            int to = row * columns + column;
            if (grid[to] == '#') break;
            found.push_back(to);
        }
    return found;
}

int main() {
    int c, mouse = 0, cat = 0;
    while ((c = std::getchar()) != EOF && c != ']') {
        if (c != '"') continue;
        rows++;
        while ((c = std::getchar()) != EOF && c != '"') grid += (char)c;
    }
    if (std::scanf("%d %d", &reach[1], &reach[0]) != 2) return 1;
    int cells = grid.size();
    columns = cells / rows;
    mouse = grid.find('M'), cat = grid.find('C'), food = grid.find('F');
    std::vector<int> label(2 * cells * cells, -1), left(2 * cells * cells, 0); // the winner
    std::vector<std::vector<int>> before(2 * cells * cells);
    std::queue<int> ready;
    for (int m = 0; m < cells; m++)
        for (int c = 0; c < cells; c++)
            for (int turn = 0; turn < 2; turn++) {
                if (grid[m] == '#' || grid[c] == '#') continue;
                int from = (m * cells + c) * 2 + turn;
                if (m == c || c == food) label[from] = 1;
                else if (m == food) label[from] = 0;
                if (label[from] >= 0) {
                    ready.push(from);
                    continue;
                }
                for (int to : jumps(turn, turn == 0 ? m : c)) {
                    before[((turn == 0 ? to : m) * cells + (turn == 0 ? c : to)) * 2 + 1 - turn].push_back(from);
                    left[from]++;
                }
            }
    while (!ready.empty()) {
        int at = ready.front();
        ready.pop();
        for (int from : before[at]) {
            if (label[from] >= 0) continue;
            int mover = from % 2;
            if (label[at] == mover) label[from] = mover;
            else if (--left[from] == 0) label[from] = 1 - mover;
            else continue;
            ready.push(from);
        }
    }
    std::puts(label[(mouse * cells + cat) * 2] == 0 ? "true" : "false");
}
