// mistake: every-move
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<long long> heap(n);
    long long total = 0;
    for (long long& stones : heap) {
        if (std::scanf("%lld", &stones) != 1) return 1;
        total ^= stones;
    }
    for (int i = 0; i < n; i++)
        for (long long left = 0; left < heap[i]; left++)
            if ((total ^ heap[i] ^ left) == 0) {
                std::printf("1\n%d %lld\n", i + 1, left);
                return 0;
            }
    std::puts("0");
}
