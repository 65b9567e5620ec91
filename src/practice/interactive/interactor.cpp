// The opponent of a task to play. It knows no game: the answer file of a test holds the explored positions, the names
// of moves, and the reply to each move that keeps the outcome. The program reads the lines that the statement describes.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

// The arguments and exit codes are those of Kattis, or else those of testlib, which Polygon and DMOJ use too.
constexpr bool kattis = @KATTIS@;
enum { RIGHT, WRONG, FAULT };
constexpr int codes[] = {kattis ? 42 : 0, kattis ? 43 : 1, kattis ? 1 : 3};
constexpr size_t longest = 4096;  // bytes of a line
constexpr int blanks = 1000;      // blank lines in a row
constexpr int lost = -1, over = -2;

struct Move { int name, reply, next; };
struct Position { long long plies; size_t best; vector<Move> moves; };

string place;  // the folder of messages for Kattis, the output file for testlib

[[noreturn]] void finish(int verdict, const string& message, const string& more = "") {
    if (kattis) {
        ofstream(place + "/judgemessage.txt") << message << more << '\n';
        if (verdict == WRONG) ofstream(place + "/teammessage.txt") << message << '\n';
    } else {
        cerr << message << endl;
        ofstream(place) << message << '\n';
    }
    exit(codes[verdict]);
}

string joined(const string& line, bool bare) {
    string text, word, all;
    for (char c : line) text += bare && string("()[],").find(c) != string::npos ? ' ' : c;
    for (istringstream words(text); words >> word;) all += (all.empty() ? "" : " ") + word;
    return all;
}

// Reads the next line that is not blank. Returns false at the end.
bool read_line(string& line) {
    for (int count = 0, c = 0; count < blanks && c != EOF; count++) {
        string text;
        while ((c = getchar()) != EOF && c != '\n' && text.size() <= longest) text += char(c);
        if (!(line = joined(text, false)).empty()) return true;
        if (text.size() > longest) count = blanks;
    }
    return false;
}

string shown(string line) {
    for (char& c : line) if (0 <= c && c < ' ') c = '?';
    return "`" + line.substr(0, 64) + (line.size() > 64 ? "..." : "") + "`";
}

int main(int argc, char** argv) {
    signal(SIGPIPE, SIG_IGN);
    if (argc < 4) return codes[FAULT];
    ifstream input(argv[1]), answer(argv[kattis ? 2 : 3]);
    place = argv[kattis ? 3 : 2];
    string name, goal, word, line;
    int player, opening, here;
    long long bound, plies = 0;
    size_t count;
    getline(answer, name);
    answer >> player >> goal >> bound >> word >> opening >> here >> count;
    vector<string> names(count);
    getline(answer, line);
    for (string& one : names) getline(answer, one);
    answer >> count;
    vector<Position> positions(count);
    for (Position& one : positions) {
        answer >> one.plies >> one.best >> count;
        one.moves.resize(count);
        for (Move& move : one.moves) answer >> move.name >> move.reply >> move.next;
    }
    if (!input || !answer) finish(FAULT, "the files of the test are damaged");
    vector<string> lines;
    while (getline(input, line)) lines.push_back(line);
    cout << "problem " << name << "\nlines " << lines.size() << '\n';
    for (const string& one : lines) cout << one << '\n';
    cout << "player " << player << endl;
    string delay;
    auto end = [&](const string& result, bool is_right, const string& message) {
        cout << "end " << result << endl;
        fclose(stdout);  // a program may wait for the end of its input
        if (is_right && read_line(line)) finish(WRONG, "the program wrote after the end of the game: " + shown(line));
        finish(is_right ? RIGHT : WRONG, message);
    };
    auto end_of_game = [&] { end(goal == "win" ? "won" : "drawn", true, "the game ended with a " + goal); };
    auto make = [&] {
        plies++;
        const string after = " after " + to_string(plies) + " moves";
        const bool is_right = word == "won" || (word == "stopped" && goal == "draw");
        if (plies == bound) end(word, is_right, is_right ? "kept the " + goal + after : "did not win" + after + delay);
    };
    if (opening >= 0) cout << "opponent " << names[opening] << endl, make();
    for (;;) {
        cout << "turn 0" << endl;
        if (!read_line(line)) finish(WRONG, "the program ended or wrote no move before the end of the game");
        const Position& at = positions[here];
        const string number = "move " + to_string(plies + 1);
        const Move* found = nullptr;
        for (bool bare : {true, false})
            for (const Move& move : at.moves)
                if (joined(names[move.name], bare) == joined(line, bare)) found = &move;
        if (!found) finish(WRONG, number + ": " + shown(line) + " is not a legal move");
        const string made = number + ", " + shown(names[found->name]) + ", ";
        const string best = ": " + shown(names[at.moves[at.best].name]) + " keeps it";
        if (found->next == lost) finish(WRONG, made + "threw the " + goal + " away", best);
        if (found->next == over && found->reply < 0) end_of_game();
        if (delay.empty() && at.plies >= 0 && found->next >= 0 && positions[found->next].plies > at.plies - 2)
            delay = ". " + made + "was the first that brought the win no nearer";
        make();
        cout << "opponent " << names[found->reply] << endl;
        if (found->next == over) end_of_game();
        make();
        here = found->next;
    }
}
