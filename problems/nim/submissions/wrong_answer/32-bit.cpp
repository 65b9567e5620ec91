// mistake: 32-bit
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<unsigned> heaps(n);
    unsigned total = 0;
    for (unsigned& heap : heaps) {
        long long size;
        if (std::scanf("%lld", &size) != 1) return 1;
        heap = static_cast<unsigned>(size);
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
