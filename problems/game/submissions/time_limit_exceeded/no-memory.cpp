// mistake: no-memory
// Plays forward. A win takes fewer than N moves; what is not decided by then is a draw.
#include <cstdio>
#include <vector>

std::vector<std::vector<int>> arcs;

int outcome(int vertex, int moves) { // 1 won, 2 lost, 0 a draw
    if (arcs[vertex].empty()) return 2;
    if (moves == 0) return 0;
    int best = 2;
    for (int to : arcs[vertex]) {
        int after = outcome(to, moves - 1);
        if (after == 2) return 1;
        if (after == 0) best = 0;
    }
    return best;
}

int main() {
    int n, m, start;
    if (std::scanf("%d %d %d", &n, &m, &start) != 3) return 1;
    arcs.resize(n + 1);
    while (m--) {
        int from, to;
        if (std::scanf("%d %d", &from, &to) != 2) return 1;
        arcs[from].push_back(to);
    }
    std::printf("%d\n", outcome(start, n));
}
