// Counts real moves whose result has xor 0 over every second gap modulo 3.
#include <iostream>
#include <string>
#include <vector>

static int value(const std::vector<int>& stones) {
    int total = 0;
    for (int i = static_cast<int>(stones.size()) - 1; i >= 0; i -= 2) {
        int before = i > 0 ? stones[i - 1] + 1 : 0;
        total ^= (stones[i] - before) % 3;
    }
    return total;
}

int main() {
    int n;
    std::string row;
    std::cin >> n >> row;
    std::vector<int> stones;
    for (int i = 0; i < static_cast<int>(row.size()); i++)
        if (row[i] == 'X') stones.push_back(i);
    int wins = 0;
    for (size_t i = 0; i < stones.size(); i++)
        for (int step = 1; step <= 2; step++) {
            int free_from = i > 0 ? stones[i - 1] + 1 : 0;
            if (stones[i] - step < free_from) break;
            stones[i] -= step;
            wins += value(stones) == 0;
            stones[i] += step;
        }
    std::cout << wins << '\n';
}
