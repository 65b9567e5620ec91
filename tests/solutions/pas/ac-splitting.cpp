// The value of a strip of n cells is the least number that no split of it has.
#include <cstdio>
#include <vector>

int main() {
    int length[3], m;
    if (scanf("%d %d %d %d", &length[0], &length[1], &length[2], &m) != 4) return 1;
    std::vector<int> asked(m);
    int most = 0;
    for (int& n : asked) {
        if (scanf("%d", &n) != 1) return 1;
        if (n > most) most = n;
    }
    std::vector<int> value(most + 1, 0);
    for (int n = 1; n <= most; n++) {
        std::vector<bool> seen(4096, false);
        for (int l : length)
            for (int left = 0; left + l <= n; left++) seen[value[left] ^ value[n - l - left]] = true;
        while (seen[value[n]]) value[n]++;
    }
    for (int n : asked) puts(value[n] ? "1" : "2");
}
