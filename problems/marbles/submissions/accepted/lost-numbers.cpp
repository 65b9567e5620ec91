// The lost numbers are 2^j - 2; a winning move goes down to the largest one below.
#include <cstdio>

int main() {
    long long n;
    if (std::scanf("%lld", &n) != 1) return 1;
    long long lost = 0;
    while (2 * lost + 2 <= n) lost = 2 * lost + 2;
    if (n == lost) std::puts("2");
    else std::printf("1\n%lld\n", n - lost);
}
