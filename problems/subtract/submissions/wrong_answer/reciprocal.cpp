// mistake: reciprocal
#include <cstdio>

int main() {
    long long k, p;
    if (std::scanf("%lld %lld", &k, &p) != 2) return 1;
    double one = 1.0 / (p + 1.0);
    long long rest = k - (long long)(k * one) * (p + 1);
    if (rest == 0) std::puts("2");
    else std::printf("1\n%lld\n", rest);
}
