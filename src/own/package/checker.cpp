// Judges answers: the outcome of each test, and after it a winning move if there is one. Any winning move is right.
// The tests of the package and their winning moves stand below, worked out when the package was made.
// Arguments: input, output, answer. Exit code: 0 right, 1 wrong, 3 an input with other tests.
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

// The form of an input: whether a number of tests comes first, and how many words stand before the parts of a test.
// `COUNT` is the place of the number of parts among them, or -1. Each part has `WIDTH` words.
// If `WHOLE`, a test is known by its number and all words of the input.
static const bool WHOLE = @WHOLE@, TESTS = @TESTS@;
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

// Returns whether the words from a place on begin with these parts, in any order.
static bool is_made_of(const Words& words, size_t at, const std::vector<Words>& parts) {
    if (parts.empty()) return true;
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

// Returns the place behind a move that stands at a place, or that place if another word stands there.
static size_t behind(const Words& words, size_t at, const std::string& move) {
    Words items = split(move, '\n');
    size_t end = at;
    if (!items[0].empty() && (end == words.size() || words[end++] != items[0])) return at;
    std::vector<Words> parts;
    for (size_t i = 1; i < items.size(); i++) parts.push_back(words_of(items[i]));
    if (!is_made_of(words, end, parts)) return at;
    for (const Words& part : parts) end += part.size();
    return end;
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
    Words words;
    for (std::string word; output >> word;) words.push_back(word);
    std::string word;
    long long tests = 1;
    std::string whole;
    while (WHOLE && input >> word) whole += " " + word;
    for (tests = 1; WHOLE && known.count(std::to_string(tests + 1) + whole);) tests++;
    if (TESTS && !take(input, word, tests)) return unknown("the input has no number of tests");
    // The places at which the answers so far may end. Some moves are the beginning of other moves.
    std::set<size_t> ends;
    ends.insert(0);
    for (long long test = 1; test <= tests; test++) {
        std::string key = WHOLE ? std::to_string(test) + whole : "";
        long long parts = 1;
        for (int i = 0; i < BEFORE; i++) {
            bool is_there = i == COUNT ? take(input, word, parts) : static_cast<bool>(input >> word);
            if (!is_there) return unknown("the input ends too early");
            key += (key.empty() ? "" : " ") + word;
        }
        for (long long i = 0; !WHOLE && i < parts * WIDTH; i++) {
            if (!(input >> word)) return unknown("the input ends too early");
            key += (key.empty() ? "" : " ") + word;
        }
        std::map<std::string, std::string>::const_iterator found = known.find(key);
        if (found == known.end()) return unknown("this checker knows only the tests of its package");
        Words fields = split(found->second, '\t');
        std::set<size_t> told, moved;
        std::vector<Words> outcome(1, words_of(fields[0]));
        for (size_t at : ends)
            if (is_made_of(words, at, outcome)) told.insert(at + outcome[0].size());
        if (told.empty()) return wrong(test, "the outcome is " + fields[0]);
        for (size_t at : told)
            for (size_t i = 1; i < fields.size(); i++) {
                size_t end = behind(words, at, fields[i]);
                if (end > at) moved.insert(end);
            }
        if (fields.size() > 1 && moved.empty()) return wrong(test, "there is no winning move behind its outcome");
        ends = fields.size() > 1 ? moved : told;
    }
    if (!ends.count(words.size())) return wrong(tests, "the output goes on after its answer");
    return 0;
}
