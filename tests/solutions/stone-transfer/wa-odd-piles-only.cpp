// Wrong: moves from odd piles only, though a winning move may start from an even one.
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<long long> piles(n);
    for (auto& pile : piles) std::cin >> pile;
    for (int i = 0; i < n; i++) {
        if (piles[i] % 2 == 0) continue;
        for (int j = i + 1; j < n; j++)
            for (int k = j; k < n; k++) {
                auto after = piles;
                after[i]--, after[j]++, after[k]++;
                bool lost = true;
                for (int p = 0; p + 1 < n; p++) lost = lost && after[p] % 2 == 0;
                if (lost) {
                    std::cout << i << ' ' << j << ' ' << k << '\n';
                    return 0;
                }
            }
    }
    std::cout << -1 << '\n';
}
