// mistake: losing-for-draw
#include <cstdio>
#include <cstring>
#include <vector>

struct Position { // as the player to move sees it: sets of cells
    int own, other, discs;
};

std::vector<int> shapes; // the 48 places of an L
int place_of[1 << 16];   // the number of a place, and of a pair of cells

int pair_number(int discs) {
    int first = __builtin_ctz(discs), second = 31 - __builtin_clz(discs);
    return second * 16 + first;
}

int number(const Position& at) {
    return (place_of[at.own] * 48 + place_of[at.other]) * 256 + pair_number(at.discs);
}

std::vector<Position> after(const Position& at) { // as the opponent sees them
    std::vector<Position> found;
    for (int shape : shapes) {
        if (shape == at.own || shape & (at.other | at.discs)) continue;
        found.push_back({at.other, shape, at.discs});
        int free = ~(shape | at.other | at.discs) & 0xffff;
        for (int disc = 1; disc < 1 << 16; disc <<= 1)
            for (int cell = 1; at.discs & disc && cell < 1 << 16; cell <<= 1)
                if (free & cell) found.push_back({at.other, shape, (at.discs ^ disc) | cell});
    }
    return found;
}

void find_shapes() {
    for (int turn = 0; turn < 8; turn++)
        for (int row = 0; row < 4; row++)
            for (int column = 0; column < 4; column++) {
                const int cells[4][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}};
                int shape = 0;
                for (const int* cell : cells) {
                    int down = cell[0], right = turn & 1 ? -cell[1] : cell[1];
                    if (turn & 2) down = -down;
                    int r = row + (turn & 4 ? right : down), c = column + (turn & 4 ? down : right);
                    if (r < 0 || r > 3 || c < 0 || c > 3) shape = -1;
                    if (shape >= 0) shape |= 1 << (4 * r + c);
                }
                bool is_new = shape > 0;
                for (int known : shapes) is_new = is_new && known != shape;
                if (is_new) {
                    place_of[shape] = shapes.size();
                    shapes.push_back(shape);
                }
            }
}

int main() {
    find_shapes();
    const int codes = 48 * 48 * 256;
    static signed char label[codes]; // 1 won, -1 lost
    static int left[codes];
    std::vector<std::vector<int>> before(codes);
    std::vector<int> ready;
    for (int own : shapes)
        for (int other : shapes)
            for (int a = 1; !(own & other) && a < 1 << 16; a <<= 1)
                for (int b = 1; b < a; b <<= 1) {
                    if ((a | b) & (own | other)) continue;
                    Position at = {own, other, a | b};
                    int from = number(at);
                    for (const Position& to : after(at)) {
                        before[number(to)].push_back(from);
                        left[from]++;
                    }
                    if (left[from] == 0) {
                        label[from] = -1;
                        ready.push_back(from);
                    }
                }
    while (!ready.empty()) {
        int at = ready.back();
        ready.pop_back();
        for (int from : before[at]) {
            if (label[from]) continue;
            if (label[at] == -1) label[from] = 1;
            else if (--left[from] == 0) label[from] = -1;
            else continue;
            ready.push_back(from);
        }
    }
    Position start = {};
    for (int cell = 0; cell < 16; cell++) {
        char sign;
        if (std::scanf(" %c", &sign) != 1) return 1;
        if (sign == '#') start.own |= 1 << cell;
        if (sign == '*') start.other |= 1 << cell;
        if (sign == 'x') start.discs |= 1 << cell;
    }
    for (const Position& to : after(start)) {
        if (label[number(to)] != -1) continue;
        for (int cell = 0; cell < 16; cell++) {
            std::putchar(to.other >> cell & 1 ? '#' : to.own >> cell & 1 ? '*' : to.discs >> cell & 1 ? 'x' : '.');
            if (cell % 4 == 3) std::putchar('\n');
        }
        return 0;
    }
    std::puts("No winning move");
    std::puts("Losing");
}
