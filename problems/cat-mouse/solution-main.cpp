
int main() {
    std::vector<std::vector<int>> graph;
    int depth = 0, character;
    bool open = false;
    while ((character = std::getchar()) != EOF) {
        if (character == '[') {
            if (++depth == 2) graph.emplace_back();
            open = false;
        } else if (character == ']') {
            --depth;
            open = false;
        } else if (std::isdigit(character)) {
            if (!open) graph.back().push_back(0);
            graph.back().back() = graph.back().back() * 10 + (character - '0');
            open = true;
        } else {
            open = false;
        }
    }
    Solution solution;
    std::printf("%d\n", solution.catMouseGame(graph));
}
