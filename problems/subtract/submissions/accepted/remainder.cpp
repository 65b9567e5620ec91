// The lost piles are the multiples of p + 1.
#include <cstdio>

int main() {
    long long k, p;
    if (std::scanf("%lld %lld", &k, &p) != 2) return 1;
    long long rest = k % (p + 1);
    if (rest == 0) std::puts("2");
    else std::printf("1\n%lld\n", rest);
}
