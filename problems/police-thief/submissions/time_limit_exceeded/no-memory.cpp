// mistake: no-memory
// Plays forward. There are 2 (n m)^2 positions, so what is not decided after as many moves is a draw.
#include <cstdio>

int n, m;
char cell[101][102];

// 1 for the policeman, -1 for the thief, 0 for a draw.
int winner(int police_row, int police_column, int thief_row, int thief_column, int turn, int moves) {
    if (police_row == thief_row && police_column == thief_column) return 1;
    if (cell[thief_row][thief_column] == 'E') return -1;
    if (moves == 0) return 0;
    int own = turn == 0 ? 1 : -1, best = -own;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            if (turn == 1 && down && right) continue;
            int row = (turn == 0 ? police_row : thief_row) + down;
            int column = (turn == 0 ? police_column : thief_column) + right;
            if (row < 0 || row >= n || column < 0 || column >= m || cell[row][column] == '*') continue;
            int after = turn == 0 ? winner(row, column, thief_row, thief_column, 1, moves - 1)
                                  : winner(police_row, police_column, row, column, 0, moves - 1);
            if (after == own) return own;
            if (after == 0) best = 0;
        }
    return best;
}

int main() {
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    int row[2] = {}, column[2] = {};
    for (int i = 0; i < n; i++) {
        if (std::scanf("%101s", cell[i]) != 1) return 1;
        for (int j = 0; j < m; j++) {
            int who = cell[i][j] == 'P' ? 0 : cell[i][j] == 'T' ? 1 : -1;
            if (who >= 0) row[who] = i, column[who] = j;
        }
    }
    int result = winner(row[0], column[0], row[1], column[1], 0, 2 * n * m * n * m);
    std::puts(result == 1 ? "Police catches the thief" : result == -1 ? "The thief escapes" : "Draw");
}
