// Counts the real moves after which the xor of every second gap modulo 3, from the right, is 0.
#include <cstdio>
#include <vector>

int value(const std::vector<int>& gaps) {
    int total = 0;
    for (int i = (int)gaps.size() - 1; i >= 0; i -= 2) total ^= gaps[i] % 3;
    return total;
}

int main() {
    int n;
    char row[100];
    if (std::scanf("%d %99s", &n, row) != 2) return 1;
    std::vector<int> gaps;
    int gap = 0;
    for (int i = 0; i < n; i++)
        if (row[i] == 'X') {
            gaps.push_back(gap);
            gap = 0;
        } else {
            gap++;
        }
    int wins = 0;
    for (size_t i = 0; i < gaps.size(); i++)
        for (int step = 1; step <= 2 && step <= gaps[i]; step++) {
            std::vector<int> after = gaps;
            after[i] -= step;
            if (i + 1 < after.size()) after[i + 1] += step;
            wins += value(after) == 0;
        }
    std::printf("%d\n", wins);
}
