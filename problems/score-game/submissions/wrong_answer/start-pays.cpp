// mistake: start-pays
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, m, u;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<long long> points(n + 1), best(n + 1, 0);
    for (int v = 1; v <= n; v++)
        if (std::scanf("%lld", &points[v]) != 1) return 1;
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
            long long score = points[v] - best[v];
            best[w] = has_move[w] ? std::max(best[w], score) : score;
            has_move[w] = true;
            if (--left[w] == 0) ready.push_back(w);
        }
    }
    std::printf("%lld\n", best[u] + points[u]);
}
