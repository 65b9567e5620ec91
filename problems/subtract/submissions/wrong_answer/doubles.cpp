// mistake: doubles
#include <cstdio>

int main() {
    double first, second;
    if (std::scanf("%lf %lf", &first, &second) != 2) return 1;
    long long k = (long long)first, p = (long long)second;
    long long rest = k % (p + 1);
    if (rest == 0) std::puts("2");
    else std::printf("1\n%lld\n", rest);
}
