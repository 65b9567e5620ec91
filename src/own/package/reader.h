
// ---- The validator: an input is valid if `read` of the game takes it and gives a position. The constants are in `task`.
namespace gs {
// Returns whether an input has visible ASCII alone, one blank between two words, no empty last line, and numbers without
// needless signs and zeros.
static bool is_strict(const string& text) {
    if (text.empty() || text.back() != '\n' || text == "\n" || (text.size() > 1 && text[text.size() - 2] == '\n')) return false;
    string word; char before = '\n';
    auto is_number = [](const string& digits) { return !digits.empty() && digits.find_first_not_of("0123456789") == string::npos; };
    for (char c : text) {
        if (c != '\n' && (c < ' ' || c > '~')) return false;
        if (c == ' ' && (before == ' ' || before == '\n')) return false;
        if (c == '\n' && before == ' ') return false;
        before = c;
        if (c != ' ' && c != '\n') { word += c; continue; }
        bool has_sign = !word.empty() && (word[0] == '+' || word[0] == '-'); string digits = word.substr(has_sign);
        if (is_number(digits) && (word[0] == '+' || (digits[0] == '0' && word != "0"))) return false;
        word.clear();
    }
    return true;
}
static int validate() {
    out = stderr; fault_code = task::invalid; max_positions = max_moves = INT64_MAX;
    string text; for (int c; (c = getchar()) != EOF;) text += (char)c;
    row.clear(); count = 0; current = NONE;
    try { read_input(::read, text); }
    catch (const exception& why) { fprintf(stderr, "`read` of the game does not take it: %s\n", why.what()); return task::invalid; }
#ifdef GS_VALID
    for (uint32_t id : row) if (id < place.size() && !is_legal(::valid, key_of(id), {})) { fputs("`valid` of the game refuses a test\n", stderr); return task::invalid; }
#endif
    bool is_right = !row.empty() && (!task::is_strict || is_strict(text));
    if (!is_right) fprintf(stderr, row.empty() ? "`read` of the game gives no position\n" : "it has other signs than visible ASCII, a needless blank, sign or zero, or an empty last line\n");
    return is_right ? task::valid : task::invalid;
}
}  // namespace gs

int main() { return gs::validate(); }
