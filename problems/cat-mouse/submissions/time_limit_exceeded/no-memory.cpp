// mistake: no-memory
// Plays forward. There are 2 n^2 positions, so what is not decided after as many moves is a draw.
#include <cctype>
#include <cstdio>
#include <vector>

std::vector<std::vector<int>> graph;

int winner(int mouse, int cat, int turn, int moves) { // 1 the mouse, 2 the cat, 0 nobody
    if (mouse == cat) return 2;
    if (mouse == 0) return 1;
    if (moves == 0) return 0;
    int best = 2 - turn;
    for (int to : graph[turn == 0 ? mouse : cat]) {
        if (turn == 1 && to == 0) continue;
        int after = turn == 0 ? winner(to, cat, 1, moves - 1) : winner(mouse, to, 0, moves - 1);
        if (after == turn + 1) return after;
        if (after == 0) best = 0;
    }
    return best;
}

int main() {
    int depth = 0, c;
    while ((c = std::getchar()) != EOF) {
        if (c == '[') {
            if (++depth == 2) graph.emplace_back();
        } else if (c == ']') {
            if (--depth == 0) break;
        } else if (std::isdigit(c)) {
            int vertex = 0;
            for (; std::isdigit(c); c = std::getchar()) vertex = 10 * vertex + (c - '0');
            std::ungetc(c, stdin);
            graph.back().push_back(vertex);
        }
    }
    int n = graph.size();
    std::printf("%d\n", winner(1, 2, 0, 2 * n * n));
}
