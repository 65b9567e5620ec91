// mistake: 32-bit
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, m, u;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<int> points(n + 1), best(n + 1, 0);
    for (int v = 1; v <= n; v++)
        if (std::scanf("%d", &points[v]) != 1) return 1;
    if (std::scanf("%d", &u) != 1) return 1;
    std::vector<std::vector<int>> into(n + 1);
    std::vector<int> left(n + 1, 0), ready;
    for (int i = 0; i < m; i++) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 1;
        into[b].push_back(a);
        left[a]++;
    }
    std::vector<bool> has_move(n + 1, false);
    for (int v = 1; v <= n; v++)
        if (left[v] == 0) ready.push_back(v);
    while (!ready.empty()) {
        int v = ready.back();
        ready.pop_back();
        for (int w : into[v]) {
            int score = (int)((unsigned)points[v] - (unsigned)best[v]); // as the machine wraps
            best[w] = has_move[w] ? std::max(best[w], score) : score;
            has_move[w] = true;
            if (--left[w] == 0) ready.push_back(w);
        }
    }
    std::printf("%d\n", best[u]);
}
