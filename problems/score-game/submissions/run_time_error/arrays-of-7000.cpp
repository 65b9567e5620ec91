// mistake: arrays-of-7000
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

std::array<long long, 7001> points, best;
std::array<bool, 7001> is_known;
std::array<std::vector<int>, 7001> next_vertices;

long long visit(int v) {
    if (is_known[v]) return best[v];
    is_known[v] = true;
    long long found = next_vertices[v].empty() ? 0 : -4000000000000000000LL;
    for (int w : next_vertices[v]) found = std::max(found, points[w] - visit(w));
    return best[v] = found;
}

int main() {
    int n, m, u;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    for (int v = 1; v <= n; v++)
        if (std::scanf("%lld", &points.at(v)) != 1) return 1;
    if (std::scanf("%d", &u) != 1) return 1;
    for (int i = 0; i < m; i++) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 1;
        next_vertices.at(a).push_back(b);
    }
    std::printf("%lld\n", visit(u));
}
