// mistake: doubles
#include <cmath>
#include <cstdio>

typedef unsigned long long Int;

const double phi = (1 + std::sqrt(5.0)) / 2;

Int low(Int k) { return (Int)(k * phi); }

Int partner(Int heap) {
    Int k = (Int)((heap + 1) / phi);
    return low(k) == heap ? heap + k : k;
}

bool below(Int x, Int y, Int a, Int b) { return x <= a && y <= b && (x != a || y != b); }

int main() {
    Int a, b;
    if (std::scanf("%llu %llu", &a, &b) != 2) return 1;
    Int less = a < b ? a : b, apart = a < b ? b - a : a - b;
    int wins = below(partner(b), b, a, b) + below(a, partner(a), a, b) +
               below(a - less + low(apart), b - less + low(apart), a, b);
    std::printf("%d\n", wins);
}
