// Labels all positions (mouse, cat, turn) backwards from the ends; what stays unlabelled is a draw.
#include <cctype>
#include <cstdio>
#include <queue>
#include <vector>

std::vector<std::vector<int>> read_graph() {
    std::vector<std::vector<int>> graph;
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
    return graph;
}

int main() {
    std::vector<std::vector<int>> graph = read_graph();
    int n = graph.size();
    auto number = [n](int mouse, int cat, int turn) { return (mouse * n + cat) * 2 + turn; };
    std::vector<int> label(2 * n * n, 0), left(2 * n * n, 0);
    std::queue<int> ready;
    for (int mouse = 0; mouse < n; mouse++)
        for (int cat = 1; cat < n; cat++) {
            left[number(mouse, cat, 0)] = graph[mouse].size();
            for (int to : graph[cat]) left[number(mouse, cat, 1)] += to != 0;
            for (int turn = 0; turn < 2; turn++) {
                int at = number(mouse, cat, turn);
                label[at] = mouse == 0 ? 1 : mouse == cat ? 2 : 0;
                if (label[at]) ready.push(at);
            }
        }
    while (!ready.empty()) {
        int at = ready.front();
        ready.pop();
        int mouse = at / 2 / n, cat = at / 2 % n, mover = 1 - at % 2;
        for (int from : graph[mover == 0 ? mouse : cat]) {
            if (mover == 1 && from == 0) continue;
            int before = mover == 0 ? number(from, cat, 0) : number(mouse, from, 1);
            if (label[before]) continue;
            if (label[at] == mover + 1) label[before] = mover + 1;
            else if (--left[before] == 0) label[before] = 2 - mover;
            else continue;
            ready.push(before);
        }
    }
    std::printf("%d\n", label[number(1, 2, 0)]);
}
