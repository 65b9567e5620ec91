// mistake: marks-below-16
#include <cstdio>
#include <vector>

int main() {
    int lengths[3], m;
    if (std::scanf("%d %d %d %d", &lengths[0], &lengths[1], &lengths[2], &m) != 4) return 1;
    std::vector<int> boards(m);
    int longest = 0;
    for (int& board : boards) {
        if (std::scanf("%d", &board) != 1) return 1;
        if (board > longest) longest = board;
    }
    std::vector<int> value(longest + 1, 0), seen(4096, 0);
    for (int n = 1; n <= longest; n++) {
        for (int length : lengths)
            for (int left = 0; left + length <= n; left++) seen[value[left] ^ value[n - length - left]] = n;
        while (value[n] < 16 && seen[value[n]] == n) value[n]++;
    }
    for (int board : boards) std::puts(value[board] ? "1" : "2");
}
