// mistake: no-memory
#include <cstdio>
#include <set>
#include <vector>

int n;

int nimber(int pile) { // of one stone on it
    std::set<int> seen;
    for (int j = pile + 1; j < n; j++)
        for (int k = j; k < n; k++) seen.insert(nimber(j) ^ nimber(k));
    int mex = 0;
    while (seen.count(mex)) mex++;
    return mex;
}

int main() {
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<int> stones(n), value(n);
    int total = 0;
    for (int i = 0; i < n; i++) {
        if (std::scanf("%d", &stones[i]) != 1) return 1;
        value[i] = nimber(i);
        if (stones[i] % 2) total ^= value[i];
    }
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n && stones[i]; j++)
            for (int k = j; k < n; k++)
                if ((total ^ value[i] ^ value[j] ^ value[k]) == 0) {
                    std::printf("%d %d %d\n", i, j, k);
                    return 0;
                }
    std::puts("-1");
}
