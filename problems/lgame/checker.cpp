// Judges an output for the L game: any move that wins is right, and without one the two lines of the answer.
// Arguments: input, output, answer. Exit code: 0 right, 1 wrong, 3 the fault of the input or the answer.
// The right outputs are worked out from the input alone: all positions, labelled backwards from those without a move.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

struct Position {  // as the player to move sees it: sets of cells
    int own, other, discs;
};

static std::vector<int> shapes;  // the 48 places of an L
static int place_of[1 << 16];    // the number of a place
static const int CODES = 48 * 48 * 256;
static signed char label[CODES];  // of the player to move: 1 won, -1 lost, 0 a draw
static int moves_left[CODES];

static int code(const Position& at) {
    int first = 0, second = 15;
    while (!(at.discs >> first & 1)) first++;
    while (!(at.discs >> second & 1)) second--;
    return (place_of[at.own] * 48 + place_of[at.other]) * 256 + second * 16 + first;
}

static std::vector<Position> after(const Position& at) {  // as the opponent sees them
    std::vector<Position> found;
    for (int shape : shapes) {
        if (shape == at.own || (shape & (at.other | at.discs))) continue;
        found.push_back({at.other, shape, at.discs});
        int free = ~(shape | at.other | at.discs) & 0xffff;
        for (int disc = 1; disc < 1 << 16; disc <<= 1)
            for (int cell = 1; (at.discs & disc) && cell < 1 << 16; cell <<= 1)
                if (free & cell) found.push_back({at.other, shape, (at.discs ^ disc) | cell});
    }
    return found;
}

static void find_shapes() {
    const int cells[4][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}};
    for (int turn = 0; turn < 8; turn++)
        for (int row = 0; row < 4; row++)
            for (int column = 0; column < 4; column++) {
                int shape = 0;
                for (const int* cell : cells) {
                    int down = turn & 2 ? -cell[0] : cell[0], right = turn & 1 ? -cell[1] : cell[1];
                    int r = row + (turn & 4 ? right : down), c = column + (turn & 4 ? down : right);
                    if (r < 0 || r > 3 || c < 0 || c > 3) shape = -1;
                    if (shape >= 0) shape |= 1 << (4 * r + c);
                }
                bool is_new = shape > 0;
                for (int known : shapes) is_new = is_new && known != shape;
                if (is_new) {
                    place_of[shape] = static_cast<int>(shapes.size());
                    shapes.push_back(shape);
                }
            }
}

static void label_all() {
    std::vector<std::vector<int>> before(CODES);
    std::vector<int> ready;
    for (int own : shapes)
        for (int other : shapes)
            for (int a = 1; !(own & other) && a < 1 << 16; a <<= 1)
                for (int b = 1; b < a; b <<= 1) {
                    if ((a | b) & (own | other)) continue;
                    Position at = {own, other, a | b};
                    int from = code(at);
                    for (const Position& to : after(at)) {
                        before[code(to)].push_back(from);
                        moves_left[from]++;
                    }
                    if (moves_left[from] == 0) {
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
            else if (--moves_left[from] == 0) label[from] = -1;
            else continue;
            ready.push_back(from);
        }
    }
}

static bool is_shape(int cells) {
    for (int shape : shapes)
        if (shape == cells) return true;
    return false;
}

// Reads four words of four cells; what stands behind them is left to the caller.
static bool board(const std::vector<std::string>& words, Position& at) {
    at = {0, 0, 0};
    if (words.size() < 4) return false;
    int discs = 0;
    for (int row = 0; row < 4; row++) {
        if (words[row].size() != 4) return false;
        for (int column = 0; column < 4; column++) {
            int cell = 1 << (4 * row + column);
            char sign = words[row][column];
            if (sign == '#') at.own |= cell;
            else if (sign == '*') at.other |= cell;
            else if (sign == 'x') at.discs |= cell, discs++;
            else if (sign != '.') return false;
        }
    }
    return discs == 2 && is_shape(at.own) && is_shape(at.other);
}

static bool words_of(const char* path, std::vector<std::string>& words) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return false;
    // No right output is longer; the rest is not kept.
    for (std::string word; words.size() < 6 && file >> word;) words.push_back(word);
    return true;
}

static int wrong(const char* why) {
    std::cerr << why << "\n";
    return 1;
}

int main(int count, char** arguments) {
    std::vector<std::string> input, output;
    Position start;
    find_shapes();
    if (count < 4 || !words_of(arguments[1], input) || !words_of(arguments[2], output) || !board(input, start)) {
        std::cerr << "arguments: input output answer; the input must be a board\n";
        return 3;
    }
    label_all();
    int value = label[code(start)];
    if (output.empty()) return wrong("the output is empty");
    if (output.size() >= 3 && output[0] == "No" && output[1] == "winning" && output[2] == "move") {
        if (value == 1) return wrong("there is a winning move");
        if (output.size() != 4) return wrong("after `No winning move` comes `Draw` or `Losing`, and nothing more");
        if (output[3] != (value == 0 ? "Draw" : "Losing")) return wrong("not the right verdict after `No winning move`");
        return 0;
    }
    Position found;
    if (output.size() != 4 || !board(output, found)) return wrong("neither a board nor `No winning move`");
    for (const Position& to : after(start)) {
        if (to.other != found.own || to.own != found.other || to.discs != found.discs) continue;
        return label[code(to)] == -1 ? 0 : wrong("the move is legal, but does not win");
    }
    return wrong("no legal move leads to this board");
}
