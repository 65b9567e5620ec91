// mistake: doubles
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<long long> heaps(n);
    long long total = 0;
    for (long long& heap : heaps) {
        double size;
        if (std::scanf("%lf", &size) != 1) return 1;
        heap = static_cast<long long>(size);
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
