// subtraction N: the lost heaps up to N if a move may take eight amounts up to N / 10. It goes heap after heap, one
// byte each, without a period.
#include <algorithm>

#include "common.hpp"

int main(int argc, char** argv) {
    const u64 n = std::strtoull(argv[1], nullptr, 10);
    Random random{44};
    const auto argument = [&](int i, u64 otherwise) { return argc > i ? std::strtoull(argv[i], nullptr, 10) : otherwise; };
    std::vector<u64> amounts(argument(3, 8));
    const u64 largest = argument(4, n / 10 + 1);
    for (u64& amount : amounts) amount = 1 + random.below(largest);
    Clock clock;
    std::sort(amounts.begin(), amounts.end());
    std::vector<std::uint8_t> lost(n + 1);
    for (u64 heap = 0; heap <= n; heap++) {
        bool wins = false;
        for (u64 amount : amounts) {
            if (amount > heap) break;
            wins |= lost[heap - amount];
        }
        lost[heap] = !wins;
    }
    clock.stop();
    u64 sum = 0;
    for (u64 heap = 0; heap <= n; heap++) sum += lost[heap] * (heap % 1000 + 1);
    std::printf(" %lu\n", sum);
}
