// Wrong: allows a move only as far as the gap modulo 3 goes, so it misses real ones.
#include <iostream>
#include <string>
#include <vector>

static int value(const std::vector<int>& gaps) {
    int total = 0;
    for (int i = static_cast<int>(gaps.size()) - 1; i >= 0; i -= 2) total ^= gaps[i] % 3;
    return total;
}

int main() {
    int n;
    std::string row;
    std::cin >> n >> row;
    std::vector<int> gaps;
    int gap = 0;
    for (char c : row)
        if (c == 'X') {
            gaps.push_back(gap % 3);
            gap = 0;
        } else {
            gap++;
        }
    int wins = 0;
    for (size_t i = 0; i < gaps.size(); i++)
        for (int step = 1; step <= gaps[i]; step++) {
            std::vector<int> after = gaps;
            after[i] -= step;
            if (i + 1 < after.size()) after[i + 1] += step;
            wins += value(after) == 0;
        }
    std::cout << wins << '\n';
}
