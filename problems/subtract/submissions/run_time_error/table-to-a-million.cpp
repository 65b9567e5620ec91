// mistake: table-to-a-million
#include <cstdio>
#include <vector>

int main() {
    long long k, p;
    if (std::scanf("%lld %lld", &k, &p) != 2) return 1;
    std::vector<int> take(1000001, 0); // the smallest amount that wins, 0 where none does
    int lost = 0;
    for (int i = 1; i <= 1000000; i++) {
        if (i - lost <= p) take[i] = i - lost;
        else lost = i;
    }
    int found = take.at(k);
    if (found == 0) std::puts("2");
    else std::printf("1\n%d\n", found);
}
