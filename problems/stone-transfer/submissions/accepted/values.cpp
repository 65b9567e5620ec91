// A stone on pile i is a game of its own, and two of them cancel: a position is lost when the xor of the odd
// piles' values is 0.
#include <cstdio>
#include <set>
#include <vector>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<long long> piles(n);
    for (long long& pile : piles)
        if (std::scanf("%lld", &pile) != 1) return 1;
    std::vector<int> value(n, 0);
    int total = 0;
    for (int i = n - 1; i >= 0; i--) {
        std::set<int> reached;
        for (int j = i + 1; j < n; j++)
            for (int k = j; k < n; k++) reached.insert(value[j] ^ value[k]);
        while (reached.count(value[i])) value[i]++;
        if (piles[i] % 2) total ^= value[i];
    }
    for (int i = 0; i < n; i++) {
        if (piles[i] == 0) continue;
        for (int j = i + 1; j < n; j++)
            for (int k = j; k < n; k++)
                if ((total ^ value[i] ^ value[j] ^ value[k]) == 0) {
                    std::printf("%d %d %d\n", i, j, k);
                    return 0;
                }
    }
    std::puts("-1");
}
