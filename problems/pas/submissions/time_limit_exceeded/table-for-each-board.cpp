// mistake: table-for-each-board
#include <cstdio>
#include <set>
#include <vector>

int main() {
    int lengths[3], m;
    if (std::scanf("%d %d %d %d", &lengths[0], &lengths[1], &lengths[2], &m) != 4) return 1;
    for (; m > 0; m--) {
        int board;
        if (std::scanf("%d", &board) != 1) return 1;
        std::vector<int> value(board + 1, 0);
        for (int n = 1; n <= board; n++) {
            std::set<int> seen;
            for (int length : lengths)
                for (int left = 0; left + length <= n; left++) seen.insert(value[left] ^ value[n - length - left]);
            while (seen.count(value[n])) value[n]++;
        }
        std::puts(value[board] ? "1" : "2");
    }
}
