// mistake: zero-is-unknown
#include <algorithm>
#include <climits>
#include <cstdio>
#include <vector>

std::vector<long long> points, known;
std::vector<std::vector<int>> heads;

long long best(int v) {
    if (heads[v].empty()) return 0;
    if (known[v] != 0) return known[v];
    long long found = LLONG_MIN;
    for (int w : heads[v]) found = std::max(found, points[w] - best(w));
    return known[v] = found;
}

int main() {
    int n, m, u;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    points.resize(n + 1);
    known.resize(n + 1);
    heads.resize(n + 1);
    for (int v = 1; v <= n; v++)
        if (std::scanf("%lld", &points[v]) != 1) return 1;
    if (std::scanf("%d", &u) != 1) return 1;
    while (m-- > 0) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 1;
        heads[a].push_back(b);
    }
    std::printf("%lld\n", best(u));
}
