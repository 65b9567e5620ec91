// Wrong: always moves in the largest heap, which need not have the deciding bit.
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<long long> heaps(n);
    long long total = 0;
    int largest = 0;
    for (int i = 0; i < n; i++) {
        std::cin >> heaps[i];
        total ^= heaps[i];
        if (heaps[i] > heaps[largest]) largest = i;
    }
    if (total == 0) std::cout << 0 << '\n';
    else std::cout << 1 << '\n' << largest + 1 << ' ' << (heaps[largest] ^ total) << '\n';
}
