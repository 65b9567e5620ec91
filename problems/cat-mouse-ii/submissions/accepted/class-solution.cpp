// In the form in which the source publishes its programs. Labels all positions (mouse, cat, turn) backwards.
class Solution {
public:
    bool canMouseWin(vector<string>& grid, int catJump, int mouseJump) {
        int rows = grid.size(), columns = grid[0].size(), cells = rows * columns;
        int start[2] = {}, food = 0, reach[2] = {mouseJump, catJump};
        for (int cell = 0; cell < cells; cell++) {
            char sign = grid[cell / columns][cell % columns];
            if (sign == 'M') start[0] = cell;
            if (sign == 'C') start[1] = cell;
            if (sign == 'F') food = cell;
        }
        // Jumps can be taken back: `jumps` are also the cells that one can come from.
        vector<vector<int>> jumps[2];
        for (int who = 0; who < 2; who++)
            for (int from = 0; from < cells; from++) {
                jumps[who].push_back({from});
                for (int direction = 0; direction < 4; direction++) {
                    int down = direction == 0 ? 1 : direction == 1 ? -1 : 0;
                    int right = direction == 2 ? 1 : direction == 3 ? -1 : 0;
                    int row = from / columns, column = from % columns;
                    for (int distance = 1; distance <= reach[who]; distance++) {
                        row += down, column += right;
                        if (row < 0 || row >= rows || column < 0 || column >= columns) break;
                        if (grid[row][column] == '#') break;
                        jumps[who][from].push_back(row * columns + column);
                    }
                }
            }
        vector<int> label(2 * cells * cells, -1), left(2 * cells * cells, 0), queue; // the winner
        for (int m = 0; m < cells; m++)
            for (int c = 0; c < cells; c++)
                for (int turn = 0; turn < 2; turn++) {
                    if (grid[m / columns][m % columns] == '#' || grid[c / columns][c % columns] == '#') continue;
                    int at = (m * cells + c) * 2 + turn;
                    left[at] = jumps[turn][turn == 0 ? m : c].size();
                    if (m == c || c == food) label[at] = 1;
                    else if (m == food) label[at] = 0;
                    if (label[at] >= 0) queue.push_back(at);
                }
        for (size_t next = 0; next < queue.size(); next++) {
            int at = queue[next], m = at / 2 / cells, c = at / 2 % cells, mover = 1 - at % 2;
            for (int cell : jumps[mover][mover == 0 ? m : c]) {
                int before = ((mover == 0 ? cell : m) * cells + (mover == 0 ? c : cell)) * 2 + mover;
                if (label[before] >= 0) continue;
                if (label[at] == mover) label[before] = mover;
                else if (--left[before] == 0) label[before] = 1 - mover;
                else continue;
                queue.push_back(before);
            }
        }
        return label[(start[0] * cells + start[1]) * 2] == 0;
    }
};
