// game-iostream < INPUT: the problem `game`, read with plain iostreams.
#include <iostream>

#include "game.hpp"

int main() {
    int n, m, start;
    std::cin >> n >> m >> start;
    std::vector<int> tails(m), heads(m);
    for (int e = 0; e < m; e++) std::cin >> tails[e] >> heads[e];
    std::cout << outcome(n, start, tails, heads) << std::endl;
}
