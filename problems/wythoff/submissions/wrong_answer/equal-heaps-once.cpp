// mistake: equal-heaps-once
#include <cmath>
#include <cstdio>

typedef long long Int;

Int floor_phi(Int k) { // floor(k * phi) = floor((k + sqrt(5 k^2)) / 2)
    __int128 square = (__int128)5 * k * k;
    Int root = (Int)std::sqrt((long double)square);
    while ((__int128)root * root > square) root--;
    while ((__int128)(root + 1) * (root + 1) <= square) root++;
    return (k + root) / 2;
}

Int partner(Int x) {
    const long double phi = (1 + std::sqrt(5.0L)) / 2;
    for (int near = -2; near <= 2; near++) {
        Int k = (Int)(x / phi) + near;
        if (k >= 0 && floor_phi(k) == x) return x + k;
        k = (Int)(x / phi / phi) + near;
        if (k >= 0 && floor_phi(k) + k == x) return x - k;
    }
    return -1;
}

int main() {
    Int a, b;
    if (std::scanf("%lld %lld", &a, &b) != 2) return 1;
    Int low = a < b ? a : b, high = a < b ? b : a;
    int wins = 0;
    if (floor_phi(high - low) < low) wins++;
    if (partner(b) < a) wins++;
    if (a != b && partner(a) < b) wins++;
    std::printf("%d\n", wins);
}
