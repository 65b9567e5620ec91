// mistake: every-number
#include <cstdio>

int main() {
    long long n, lost = 0; // the largest number so far that loses
    if (std::scanf("%lld", &n) != 1) return 1;
    for (long long marbles = 1; marbles <= n; marbles++)
        if (marbles - (marbles + 1) / 2 > lost) lost = marbles;
    if (lost == n) std::puts("2");
    else std::printf("1\n%lld\n", n - lost);
}
