// mistake: no-memory
// Plays every game to its end.
#include <cstdio>

int n;
char row[100];

bool wins() {
    for (int cell = 0; cell < n; cell++)
        for (int to = cell - 1; row[cell] == 'X' && to >= 0 && to >= cell - 2 && row[to] == '.'; to--) {
            row[cell] = '.', row[to] = 'X';
            bool is_lost = !wins();
            row[cell] = 'X', row[to] = '.';
            if (is_lost) return true;
        }
    return false;
}

int main() {
    if (std::scanf("%d %99s", &n, row) != 2) return 1;
    int count = 0;
    for (int cell = 0; cell < n; cell++)
        for (int to = cell - 1; row[cell] == 'X' && to >= 0 && to >= cell - 2 && row[to] == '.'; to--) {
            row[cell] = '.', row[to] = 'X';
            count += !wins();
            row[cell] = 'X', row[to] = '.';
        }
    std::printf("%d\n", count);
}
