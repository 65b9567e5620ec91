// Labels backwards from the vertices without a move; what stays unlabelled is a draw.
#include <cstdio>
#include <queue>
#include <vector>

int main() {
    int n, m, u;
    if (std::scanf("%d %d %d", &n, &m, &u) != 3) return 1;
    std::vector<std::vector<int>> into(n + 1);
    std::vector<int> left(n + 1, 0), label(n + 1, 0);
    for (int i = 0; i < m; i++) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 1;
        into[b].push_back(a);
        left[a]++;
    }
    std::queue<int> ready;
    for (int v = 1; v <= n; v++)
        if (left[v] == 0) {
            label[v] = 2;
            ready.push(v);
        }
    while (!ready.empty()) {
        int v = ready.front();
        ready.pop();
        for (int w : into[v]) {
            if (label[w]) continue;
            left[w]--;
            if (label[v] == 2) label[w] = 1;
            else if (left[w] == 0) label[w] = 2;
            else continue;
            ready.push(w);
        }
    }
    std::printf("%d\n", label[u]);
}
