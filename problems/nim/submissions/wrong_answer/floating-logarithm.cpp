// mistake: floating-logarithm
#include <cmath>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<long long> heaps(n);
    long long total = 0;
    for (long long& heap : heaps) {
        if (std::scanf("%lld", &heap) != 1) return 1;
        total ^= heap;
    }
    if (total == 0) {
        std::puts("0");
        return 0;
    }
    std::puts("1");
    int top = (int)std::log2((double)total);
    for (int i = 0; i < n; i++)
        if (heaps[i] >> top & 1) {
            std::printf("%d %lld\n", i + 1, heaps[i] ^ total);
            return 0;
        }
}
