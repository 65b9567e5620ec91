
// ---- The validator: `valid` of the game takes each test of an input, whose form another validator checks. The constants
// are in `task`.
namespace gs {
static int validate() {
    out = stderr; fault_code = task::invalid;
    auto next = [] { string word; int c; while ((c = getchar()) == ' ' || c == '\n') {} for (; c != EOF && c != ' ' && c != '\n'; c = getchar()) word += (char)c; return word; };
    const long long tests = task::has_tests ? atoll(next().c_str()) : 1;
    for (long long test = 0; test < tests; test++) {
        vector<string> words; long long parts = 1;
        for (int i = 0; i < task::before; i++) { words.push_back(next()); if (i == task::count) parts = atoll(words.back().c_str()); }
        for (long long i = 0; i < parts * task::part; i++) { words.push_back(next()); if (words.back().empty()) return task::invalid; }
        if (!is_legal(::valid, key(), words)) { fprintf(stderr, "`valid` of the game refuses test %lld\n", test + 1); return task::invalid; }
    }
    return task::valid;
}
}  // namespace gs

int main() { return gs::validate(); }
