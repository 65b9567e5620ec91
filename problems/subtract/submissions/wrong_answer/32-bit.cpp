// mistake: 32-bit
#include <cstdio>

int main() {
    long long first, second;
    if (std::scanf("%lld %lld", &first, &second) != 2) return 1;
    unsigned k = first, p = second;
    unsigned round = p + 1;
    unsigned rest = round == 0 ? 0 : k % round;
    if (rest == 0) std::puts("2");
    else std::printf("1\n%u\n", rest);
}
