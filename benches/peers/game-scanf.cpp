// game-scanf < INPUT: the problem `game`, read with scanf.
#include <cstdio>

#include "game.hpp"

int main() {
    int n, m, start;
    if (std::scanf("%d %d %d", &n, &m, &start) != 3) return 1;
    std::vector<int> tails(m), heads(m);
    for (int e = 0; e < m; e++)
        if (std::scanf("%d %d", &tails[e], &heads[e]) != 2) return 1;
    std::printf("%d\n", outcome(n, start, tails, heads));
}
