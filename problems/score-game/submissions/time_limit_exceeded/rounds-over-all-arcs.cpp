// mistake: rounds-over-all-arcs
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, m, u;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<long long> points(n + 1);
    for (int v = 1; v <= n; v++)
        if (std::scanf("%lld", &points[v]) != 1) return 1;
    if (std::scanf("%d", &u) != 1) return 1;
    std::vector<int> from(m), to(m);
    for (int i = 0; i < m; i++)
        if (std::scanf("%d %d", &from[i], &to[i]) != 2) return 1;
    const long long none = -4000000000000000000LL;
    std::vector<long long> best(n + 1, 0);
    for (int round = 0; round < n; round++) {
        std::vector<long long> next(n + 1, none);
        for (int i = 0; i < m; i++) next[from[i]] = std::max(next[from[i]], points[to[i]] - best[to[i]]);
        for (long long& value : next)
            if (value == none) value = 0;
        best = next;
    }
    std::printf("%lld\n", best[u]);
}
