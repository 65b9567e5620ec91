// mistake: every-pile
#include <cstdio>

int main() {
    long long k, p, lost = 0; // the largest pile so far that loses
    if (std::scanf("%lld %lld", &k, &p) != 2) return 1;
    for (long long pile = 1; pile <= k; pile++)
        if (pile - p > lost) lost = pile;
    if (lost == k) std::puts("2");
    else std::printf("1\n%lld\n", k - lost);
}
