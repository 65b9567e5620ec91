
int main() {
    std::vector<std::string> grid;
    int character;
    while ((character = std::getchar()) != EOF && character != ']') {
        if (character != '"') continue;
        grid.emplace_back();
        while ((character = std::getchar()) != EOF && character != '"') grid.back() += char(character);
    }
    int catJump = 0, mouseJump = 0;
    if (std::scanf("%d %d", &catJump, &mouseJump) != 2) return 1;
    Solution solution;
    std::puts(solution.canMouseWin(grid, catJump, mouseJump) ? "true" : "false");
}
