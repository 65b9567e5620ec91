// mistake: nimbers-below-8
#include <cstdio>
#include <vector>

std::vector<std::vector<int>> next_cells;
std::vector<int> nimber;

int visit(int cell) {
    if (nimber[cell] >= 0) return nimber[cell];
    bool seen[8] = {};
    for (int to : next_cells[cell]) {
        int value = visit(to);
        if (value < 8) seen[value] = true;
    }
    int mex = 0;
    while (mex < 8 && seen[mex]) mex++;
    return nimber[cell] = mex;
}

int main() {
    int n, m, tests;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    next_cells.resize(n);
    nimber.assign(n, -1);
    for (int i = 0; i < m; i++) {
        int from, to;
        if (std::scanf("%d %d", &from, &to) != 2) return 1;
        next_cells[from - 1].push_back(to - 1);
    }
    if (std::scanf("%d", &tests) != 1) return 1;
    while (tests--) {
        int total = 0;
        for (int cell = 0; cell < n; cell++) {
            int pawns;
            if (std::scanf("%d", &pawns) != 1) return 1;
            if (pawns % 2) total ^= visit(cell);
        }
        std::puts(total ? "1" : "2");
    }
}
