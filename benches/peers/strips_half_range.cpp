// Peer of `gamesolve pas`: every nimber from its definition, with each split read once.
//
//   g++ -O3 -march=native -o strips_half_range strips_half_range.cpp
//   ./strips_half_range < PAS.IN
//
// Reads the boards and writes the answers in the formats of the problem. Standard error gets a checksum of all nimbers
// up to the longest board.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <vector>

int main() {
    std::vector<size_t> strips(3);
    for (auto& strip : strips) std::cin >> strip;
    size_t count, longest = 0;
    std::cin >> count;
    std::vector<size_t> boards(count);
    for (auto& board : boards) {
        std::cin >> board;
        longest = std::max(longest, board);
    }
    std::sort(strips.begin(), strips.end());
    strips.erase(std::unique(strips.begin(), strips.end()), strips.end());

    std::vector<uint16_t> nimber(longest + 1);
    std::vector<uint32_t> seen(1 << 16);
    uint64_t checksum = 0;
    for (size_t n = 0; n <= longest; n++) {
        for (size_t strip : strips) {
            if (strip > n) break;
            size_t rest = n - strip;
            for (size_t left = 0; left <= rest / 2; left++) seen[nimber[left] ^ nimber[rest - left]] = n + 1;
        }
        uint16_t mex = 0;
        while (seen[mex] == n + 1) mex++;
        nimber[n] = mex;
        checksum = checksum * 1000003 + mex;
    }
    for (size_t board : boards) puts(nimber[board] ? "1" : "2");
    fprintf(stderr, "checksum %016lx\n", checksum);
}
