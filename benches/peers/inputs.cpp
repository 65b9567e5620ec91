// inputs KIND N [M]: writes an input in the format of a problem. The same arguments give the same input.
//
// game, pawns, score-game, dag-stone-count: N vertices and M arcs. stones: N cells, one in five with a stone.
// stone-transfer: N piles. police-thief, cat-mouse-ii: an open board of N by N cells. corridor: such a board for
// police-thief without an exit, in which every second row is a wall with a gap at one end. board-KIND: a board of
// another shape.
#include <cstring>
#include <string>
#include <utility>

#include "common.hpp"

static std::string text;

static void number(u64 value, char after) {
    char digits[20];
    int count = 0;
    do digits[count++] = char('0' + value % 10);
    while (value /= 10);
    while (count) text += digits[--count];
    text += after;
}

static void arcs(const std::vector<Arc>& all, u32 first) {
    for (const Arc& arc : all) {
        number(arc.tail + first, ' ');
        number(arc.head + first, '\n');
    }
}

// A board for police-thief. Its shapes are open, walls-PERCENT, maze, rooms, comb and corridor. A maze is a tree of
// corridors. Rooms have 7 by 7 cells and a door in each wall. A comb has dead ends next to one row. A corridor is one way
// to and fro.
static void board(const std::string& kind, u64 n, Random& random) {
    std::vector<std::string> rows(n, std::string(n, '.'));
    const u64 percent = kind.rfind("walls-", 0) == 0 ? std::stoull(kind.substr(6)) : 0;
    for (u64 r = 0; r < n; r++)
        for (u64 c = 0; c < n; c++) {
            bool wall = random.below(100) < percent;
            if (kind == "rooms") wall = (r % 8 == 7 && c % 8 != r / 8 % 7) || (c % 8 == 7 && r % 8 != c / 8 % 7);
            if (kind == "comb") wall = r > 0 && c % 2 == 1;
            if (kind == "corridor") wall = r % 2 == 1 && c != (r % 4 == 1 ? n - 1 : 0);
            if (kind == "maze") wall = true;
            if (wall) rows[r][c] = '*';
        }
    if (kind == "maze") {
        // A tree of passages: one up or to the left from each cell with even row and column, except the first.
        for (u64 r = 0; r < n; r += 2)
            for (u64 c = 0; c < n; c += 2) {
                rows[r][c] = '.';
                if (r > 0 && (c == 0 || random.below(2))) rows[r - 1][c] = '.';
                else if (c > 0) rows[r][c - 1] = '.';
            }
    }
    std::vector<std::pair<u64, u64>> floor;
    for (u64 r = 0; r < n; r++)
        for (u64 c = 0; c < n; c++)
            if (rows[r][c] == '.') floor.push_back({r, c});
    const auto at = [&](u64 place) -> char& { return rows[floor[place].first][floor[place].second]; };
    at(0) = 'P', at(floor.size() - 1) = 'E', at(floor.size() / 2) = 'T';
    number(n, ' '), number(n, '\n');
    for (const std::string& row : rows) text += row + '\n';
}

int main(int count, char** argv) {
    if (count < 3) return 2;
    const std::string kind = argv[1];
    const u64 n = std::strtoull(argv[2], nullptr, 10), m = count > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
    const u64 most = 1'000'000'000'000'000'000;
    Random random{43};
    if (kind == "game") {
        number(n, ' '), number(m, '\n'), number(n, '\n');
        arcs(random_arcs(n, m), 1);
    } else if (kind == "pawns") {
        const std::vector<Arc> all = acyclic_arcs(n, m, true);
        number(n, ' '), number(all.size(), '\n');
        arcs(all, 1);
        number(1, '\n');
        for (u64 v = 0; v < n; v++) number(random.below(4), v + 1 < n ? ' ' : '\n');
    } else if (kind == "score-game") {
        // The start is a vertex with long play: the last vertex before the shuffle, which has arcs.
        const std::vector<Arc> all = acyclic_arcs(n, m, true);
        number(n, ' '), number(all.size(), '\n');
        for (u64 v = 0; v < n; v++) {
            if (random.below(2)) text += '-';
            number(random.below(1'000'000'000), v + 1 < n ? ' ' : '\n');
        }
        number(all.empty() ? 1 : all[0].tail + 1, '\n');
        arcs(all, 1);
    } else if (kind == "dag-stone-count") {
        const std::vector<Arc> all = acyclic_arcs(n, m, true);
        number(1, '\n'), number(n, ' '), number(all.size(), ' '), number(most, '\n');
        arcs(all, 0);
    } else if (kind == "stones") {
        number(n, '\n');
        for (u64 cell = 0; cell < n; cell++) text += random.below(5) ? '.' : 'X';
        text += '\n';
    } else if (kind == "stone-transfer") {
        number(n, '\n');
        for (u64 pile = 0; pile < n; pile++) number(random.next() % (most + 1), pile + 1 < n ? ' ' : '\n');
    } else if (kind == "police-thief") {
        std::string cells(n * n, '.');
        cells.front() = 'P', cells[n / 2 * n + n / 2] = 'T', cells.back() = 'E';
        number(n, ' '), number(n, '\n');
        for (u64 row = 0; row < n; row++) text += cells.substr(row * n, n) + '\n';
    } else if (kind == "corridor") {
        std::string cells(n * n, '.');
        for (u64 row = 1; row < n; row += 2)
            for (u64 column = 0; column < n; column++)
                if (column != (row % 4 == 1 ? n - 1 : 0)) cells[row * n + column] = '*';
        cells.front() = 'P';
        cells[cells.rfind('.')] = 'T';
        number(n, ' '), number(n, '\n');
        for (u64 row = 0; row < n; row++) text += cells.substr(row * n, n) + '\n';
    } else if (kind.rfind("board-", 0) == 0) {
        board(kind.substr(6), n, random);
    } else if (kind == "cat-mouse-ii") {
        std::string cells(n * n, '.');
        cells.front() = 'C', cells[n / 2 * n + n / 2] = 'M', cells.back() = 'F';
        text += '[';
        for (u64 row = 0; row < n; row++) text += (row ? ",\"" : "\"") + cells.substr(row * n, n) + '"';
        text += "]\n3\n2\n";
    } else {
        return 2;
    }
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}
