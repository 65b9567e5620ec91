// mistake: no-memory
// Plays forward. No win takes more than 9 moves, so what is not decided after as many is a draw.
#include <cstdio>
#include <set>

std::set<int> shapes; // the 48 places of an L, as sets of cells

void find_shapes() {
    for (int turn = 0; turn < 8; turn++)
        for (int row = 0; row < 4; row++)
            for (int column = 0; column < 4; column++) {
                const int cells[4][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}};
                int shape = 0;
                for (const int* cell : cells) {
                    int down = turn & 2 ? -cell[0] : cell[0], right = turn & 1 ? -cell[1] : cell[1];
                    int r = row + (turn & 4 ? right : down), c = column + (turn & 4 ? down : right);
                    if (r < 0 || r > 3 || c < 0 || c > 3) shape = -1;
                    if (shape >= 0) shape |= 1 << (4 * r + c);
                }
                if (shape > 0) shapes.insert(shape);
            }
}

void print(int a, int b, int discs) {
    for (int cell = 0; cell < 16; cell++) {
        std::putchar(a >> cell & 1 ? '#' : b >> cell & 1 ? '*' : discs >> cell & 1 ? 'x' : '.');
        if (cell % 4 == 3) std::putchar('\n');
    }
}

// 1 for a win of the player to move, -1 for a loss, 0 for a draw; prints the board after a winning first move.
int outcome(int own, int other, int discs, int moves, bool is_first) {
    int best = -1;
    for (int shape : shapes) {
        if (shape == own || shape & (other | discs)) continue;
        if (moves == 0) return 0;
        int free = ~(shape | other | discs) & 0xffff;
        for (int disc = 1; disc < 1 << 16; disc <<= 1)
            for (int cell = 1; discs & disc && cell < 1 << 16; cell <<= 1) {
                if (cell != disc && !(free & cell)) continue;
                int after = (discs ^ disc) | cell, value = outcome(other, shape, after, moves - 1, false);
                if (value == -1) {
                    if (is_first) print(shape, other, after);
                    return 1;
                }
                if (value == 0) best = 0;
            }
    }
    return best;
}

int main() {
    find_shapes();
    int own = 0, other = 0, discs = 0;
    for (int cell = 0; cell < 16; cell++) {
        char sign;
        if (std::scanf(" %c", &sign) != 1) return 1;
        if (sign == '#') own |= 1 << cell;
        if (sign == '*') other |= 1 << cell;
        if (sign == 'x') discs |= 1 << cell;
    }
    int value = outcome(own, other, discs, 9, true);
    if (value < 1) std::printf("No winning move\n%s\n", value == 0 ? "Draw" : "Losing");
}
