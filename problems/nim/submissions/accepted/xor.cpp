// A position is lost when the xor of the heaps is 0; a winning move makes it 0.
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
    int i = 0;
    while ((heaps[i] ^ total) >= heaps[i]) i++;
    std::printf("1\n%d %lld\n", i + 1, (long long)(heaps[i] ^ total));
}
