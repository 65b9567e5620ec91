// mistake: table-to-a-million
#include <cstdio>
#include <vector>

int main() {
    long long n;
    if (std::scanf("%lld", &n) != 1) return 1;
    std::vector<int> take(1000001, 0); // the smallest amount that wins, 0 where none does
    for (int k = 1; k <= 1000000; k++) {
        // The largest lost number below is the one before the current run of won ones.
        static int lost = 0;
        if (k - lost <= (k + 1) / 2) take[k] = k - lost;
        else lost = k;
    }
    int found = take.at(n);
    if (found == 0) std::puts("2");
    else std::printf("1\n%d\n", found);
}
