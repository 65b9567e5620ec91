// mistake: rounds-to-no-move
#include <cstdio>

int main() {
    long long n;
    if (std::scanf("%lld", &n) != 1) return 1;
    long long lost = 0;
    while (2 * lost + 1 <= n) lost = 2 * lost + 1;
    if (n == lost) std::puts("2");
    else std::printf("1\n%lld\n", n - lost);
}
