// mistake: every-move
#include <cmath>
#include <cstdio>

typedef long long Int;

bool is_lost(Int a, Int b) {
    Int low = a < b ? a : b, k = a < b ? b - a : a - b;
    __int128 square = (__int128)5 * k * k;
    Int root = (Int)std::sqrt((long double)square);
    while ((__int128)root * root > square) root--;
    while ((__int128)(root + 1) * (root + 1) <= square) root++;
    return (k + root) / 2 == low;
}

int main() {
    Int a, b, wins = 0;
    if (std::scanf("%lld %lld", &a, &b) != 2) return 1;
    for (Int taken = 1; taken <= a; taken++) wins += is_lost(a - taken, b);
    for (Int taken = 1; taken <= b; taken++) wins += is_lost(a, b - taken);
    for (Int taken = 1; taken <= a && taken <= b; taken++) wins += is_lost(a - taken, b - taken);
    std::printf("%lld\n", wins);
}
