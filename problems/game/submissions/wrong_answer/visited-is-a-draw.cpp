// mistake: visited-is-a-draw
#include <cstdio>
#include <vector>

std::vector<std::vector<int>> next_vertices;
std::vector<int> label; // -1 not visited, 0 draw, 1 won, 2 lost

int visit(int v) {
    if (label[v] >= 0) return label[v];
    label[v] = 0;
    bool wins = false, draws = false;
    for (int w : next_vertices[v]) {
        int found = visit(w);
        wins |= found == 2;
        draws |= found == 0;
    }
    return label[v] = wins ? 1 : draws ? 0 : 2;
}

int main() {
    int n, m, u;
    if (std::scanf("%d %d %d", &n, &m, &u) != 3) return 1;
    next_vertices.resize(n + 1);
    label.assign(n + 1, -1);
    for (int i = 0; i < m; i++) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 1;
        next_vertices[a].push_back(b);
    }
    std::printf("%d\n", visit(u));
}
