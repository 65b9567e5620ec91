// mistake: no-memory
// Plays forward for 1000 turns.
#include <cstdio>
#include <string>

int rows, columns, food, reach[2]; // the mouse's and the cat's
std::string grid;

bool mouse_wins(int mouse, int cat, int turn) {
    if (mouse == cat || cat == food) return false;
    if (mouse == food) return true;
    if (turn == 1000) return false;
    const int steps[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    bool is_mouse = turn % 2 == 0;
    int from = is_mouse ? mouse : cat;
    for (const int* step : steps)
        for (int distance = 0; distance <= reach[turn % 2]; distance++) {
            int row = from / columns + step[0] * distance, column = from % columns + step[1] * distance;
            if (row < 0 || row >= rows || column < 0 || column >= columns) break;
            int to = row * columns + column;
            if (grid[to] == '#') break;
            bool wins = is_mouse ? mouse_wins(to, cat, turn + 1) : mouse_wins(mouse, to, turn + 1);
            if (wins == is_mouse) return wins;
        }
    return !is_mouse;
}

int main() {
    int c;
    while ((c = std::getchar()) != EOF && c != ']') {
        if (c != '"') continue;
        rows++;
        while ((c = std::getchar()) != EOF && c != '"') grid += (char)c;
    }
    if (std::scanf("%d %d", &reach[1], &reach[0]) != 2) return 1;
    columns = grid.size() / rows;
    food = grid.find('F');
    std::puts(mouse_wins(grid.find('M'), grid.find('C'), 0) ? "true" : "false");
}
