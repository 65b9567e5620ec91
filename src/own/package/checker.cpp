// Judges answers: the outcome of each test, and after it a winning move if there is one. Any winning move is right.
// The tests of the package and their winning moves stand below, worked out when the package was made.
// Arguments: input, output, answer. Exit code: 0 right, 1 wrong, 3 an input with other tests.
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

// The form of an input: whether a number of tests comes first, and how many words stand before the parts of a test.
// `COUNT` is the place of the number of parts among them, or -1. Each part has `WIDTH` words.
static const bool TESTS = @TESTS@;
static const int BEFORE = @BEFORE@, COUNT = @COUNT@, WIDTH = @WIDTH@;
// A test, its outcome and its winning moves, with tabs between them. A move is the number of the changed part, which
// may be missing, and the parts after the move, with line breaks between them.
static const char* const KNOWN[] = {
@KNOWN@    nullptr};

typedef std::vector<std::string> Words;

static Words split(const std::string& text, char between) {
    Words found(1);
    for (char c : text)
        if (c == between)
            found.emplace_back();
        else
            found.back() += c;
    return found;
}

static Words words_of(const std::string& text) {
    std::istringstream stream(text);
    Words found;
    for (std::string word; stream >> word;) found.push_back(word);
    return found;
}

// Returns whether the words from a place on are these parts, in any order.
static bool is_made_of(const Words& words, size_t at, const std::vector<Words>& parts) {
    if (parts.empty()) return at == words.size();
    for (size_t i = 0; i < parts.size(); i++) {
        const Words& part = parts[i];
        bool fits = at + part.size() <= words.size();
        for (size_t j = 0; fits && j < part.size(); j++) fits = words[at + j] == part[j];
        for (size_t j = 0; j < i; j++) fits = fits && parts[j] != part;
        std::vector<Words> others = parts;
        others.erase(others.begin() + i);
        if (fits && is_made_of(words, at + part.size(), others)) return true;
    }
    return false;
}

static bool is_move(const Words& line, const std::string& move) {
    Words items = split(move, '\n');
    bool is_numbered = !items[0].empty();
    if (is_numbered && (line.empty() || line[0] != items[0])) return false;
    std::vector<Words> parts;
    for (size_t i = 1; i < items.size(); i++) parts.push_back(words_of(items[i]));
    return is_made_of(line, is_numbered, parts);
}

// Takes a number of tests or parts from the input.
static bool take(std::istream& input, std::string& word, long long& number) {
    if (!(input >> word) || word.size() > 9) return false;
    number = 0;
    for (char c : word) {
        if (c < '0' || c > '9') return false;
        number = 10 * number + (c - '0');
    }
    return true;
}

static int wrong(long long test, const std::string& why) {
    std::cerr << "test " << test << ": " << why << "\n";
    return 1;
}

static int unknown(const char* why) {
    std::cerr << why << "\n";
    return 3;
}

int main(int count, char** arguments) {
    if (count < 4) return unknown("arguments: input output answer");
    std::ifstream input(arguments[1]), output(arguments[2]);
    if (!input || !output) return unknown("the input or the output cannot be read");
    std::map<std::string, std::string> known;
    for (const char* const* one = KNOWN; *one; one++) {
        std::string text = *one;
        size_t end = text.find('\t');
        known[text.substr(0, end)] = text.substr(end + 1);
    }
    std::vector<Words> lines;
    for (std::string line; std::getline(output, line);) {
        lines.push_back(words_of(line));
        if (lines.back().empty()) lines.pop_back();
    }
    std::string word;
    long long tests = 1;
    if (TESTS && !take(input, word, tests)) return unknown("the input has no number of tests");
    size_t at = 0;
    for (long long test = 1; test <= tests; test++) {
        std::string key;
        long long parts = 1;
        for (int i = 0; i < BEFORE; i++) {
            bool is_there = i == COUNT ? take(input, word, parts) : static_cast<bool>(input >> word);
            if (!is_there) return unknown("the input ends too early");
            key += (key.empty() ? "" : " ") + word;
        }
        for (long long i = 0; i < parts * WIDTH; i++) {
            if (!(input >> word)) return unknown("the input ends too early");
            key += (key.empty() ? "" : " ") + word;
        }
        std::map<std::string, std::string>::const_iterator found = known.find(key);
        if (found == known.end()) return unknown("this checker knows only the tests of its package");
        Words fields = split(found->second, '\t');
        if (at == lines.size()) return wrong(test, "the output ends too early");
        if (lines[at++] != words_of(fields[0])) return wrong(test, "the outcome is " + fields[0]);
        if (fields.size() == 1) continue;
        if (at == lines.size()) return wrong(test, "the winning move is missing");
        bool is_right = false;
        for (size_t i = 1; i < fields.size() && !is_right; i++) is_right = is_move(lines[at], fields[i]);
        if (!is_right) return wrong(test, "this is no winning move");
        at++;
    }
    if (at < lines.size()) return wrong(tests, "the output goes on after its answer");
    return 0;
}
