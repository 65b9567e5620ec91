// mistake: 32-bit
#include <cstdio>

int main() {
    long long given;
    if (std::scanf("%lld", &given) != 1) return 1;
    unsigned n = given;
    unsigned lost = 0;
    while (lost <= (n - 2) / 2 && n >= 2) lost = 2 * lost + 2;
    if (n == lost) std::puts("2");
    else std::printf("1\n%u\n", n - lost);
}
