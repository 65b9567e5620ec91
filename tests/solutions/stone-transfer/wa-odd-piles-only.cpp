// Wrong: moves from odd piles only, though the first winning move may start from an even one.
#include <iostream>
#include <set>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<long long> piles(n);
    for (auto& pile : piles) std::cin >> pile;
    std::vector<int> value(n, 0);
    int total = 0;
    for (int i = n - 1; i >= 0; i--) {
        std::set<int> reached;
        for (int j = i + 1; j < n; j++)
            for (int k = j; k < n; k++) reached.insert(value[j] ^ value[k]);
        while (reached.count(value[i])) value[i]++;
        if (piles[i] % 2) total ^= value[i];
    }
    for (int i = 0; i < n; i++)
        for (int j = i + 1; piles[i] % 2 && j < n; j++)
            for (int k = j; k < n; k++)
                if ((total ^ value[i] ^ value[j] ^ value[k]) == 0) {
                    std::cout << i << ' ' << j << ' ' << k << '\n';
                    return 0;
                }
    std::cout << -1 << '\n';
}
