// splitting N: the nimbers of all boards of up to N cells from which strips of 2, 3 and 5 are cut. Each comes from its
// definition and reads each split once.
#include "common.hpp"

int main(int, char** argv) {
    const u64 longest = std::strtoull(argv[1], nullptr, 10);
    Clock clock;
    std::vector<std::uint16_t> nimber(longest + 1);
    std::vector<u32> seen(1 << 16);
    for (u64 n = 0; n <= longest; n++) {
        for (u64 strip : {2, 3, 5}) {
            if (strip > n) break;
            const u64 rest = n - strip;
            for (u64 left = 0; left <= rest / 2; left++) seen[nimber[left] ^ nimber[rest - left]] = u32(n + 1);
        }
        std::uint16_t mex = 0;
        while (seen[mex] == n + 1) mex++;
        nimber[n] = mex;
    }
    clock.stop();
    u64 sum = 0;
    for (u64 n = 0; n <= longest; n++) sum += nimber[n] * (n % 1000 + 1);
    std::printf(" %lu\n", sum);
}
