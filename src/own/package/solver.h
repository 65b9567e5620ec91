
// ---- The solver: reads the tests, tries all moves, and prints the answers. The constants are in `task`.
namespace gs {
// Reads one position in words, and adds its parts to `started`.
static void read_start(const vector<string>& words) {
    string text; for (const string& word : words) text += (text.empty() ? "" : " ") + word;
    current = NONE;
#ifdef GS_START
    row.clear(); count = 0; read_as<true>(start, words, text);
    if (row.size() != 1) fail("start", text, "`start` gives one position");
    started.push_back(key_of(row[0]));
#else
    read_as<false>(moves, words, text);
#endif
}
struct option { long long points; vector<uint32_t> to; };
static vector<vector<option>> options;
static string results;
static bool has_sums;

static void explore() {
    vector<uint32_t> r;
    while (options.size() < place.size()) {
        key k = key_of(options.size()); current = options.size(); ask(k, r);
        results += sign ? sign : '.';
        vector<option> found;
        for (size_t i = 0; i < r.size() && !sign; i++) {
            option one{0, {}};
            if (r[i] == POINTS) { one.points = (long long)(((uint64_t)r[i + 1] << 32) | r[i + 2]); i += 3; }
            if (r[i] == SUM) { uint32_t n = r[++i]; for (uint32_t j = 0; j < n; j++) one.to.push_back(r[++i]); has_sums |= n > 1; }
            else one.to.push_back(r[i]);
            found.push_back(one);
        }
        options.push_back(found);
    }
}
// Returns all positions, each after those that it leads to, or false if there is a circle.
static bool in_order(vector<uint32_t>& order) {
    vector<char> state(options.size(), 0);
    struct step { uint32_t at; size_t move, part; };
    for (uint32_t root = 0; root < options.size(); root++) {
        if (state[root]) continue;
        vector<step> path{{root, 0, 0}}; state[root] = 1;
        while (!path.empty()) {
            step& top = path.back();
            if (top.move == options[top.at].size()) { state[top.at] = 2; order.push_back(top.at); path.pop_back(); continue; }
            const vector<uint32_t>& to = options[top.at][top.move].to;
            if (top.part == to.size()) { top.move++; top.part = 0; continue; }
            uint32_t next = to[top.part++];
            if (state[next] == 1) return false;
            if (!state[next]) { state[next] = 1; path.push_back({next, 0, 0}); }
        }
    }
    return true;
}
using sum_of_parts = vector<uint32_t>;
static sum_of_parts live(sum_of_parts parts) {
    if (has_sums) parts.erase(remove_if(parts.begin(), parts.end(), [](uint32_t part) { return options[part].empty() && results[part] == '.'; }), parts.end());
    sort(parts.begin(), parts.end()); return parts;
}
// Returns the letter of each start, W, L or D, and those of all sums in play.
static string outcomes(const vector<sum_of_parts>& starts, map<sum_of_parts, char>& all) {
    map<sum_of_parts, uint32_t> number; vector<sum_of_parts> sums; vector<vector<uint32_t>> before; vector<uint32_t> left; string value;
    auto find_sum = [&](const sum_of_parts& parts) {
        auto [at, is_new] = number.insert({parts, (uint32_t)sums.size()});
        if (is_new) { sums.push_back(parts); before.emplace_back(); left.push_back(0); value += 'D'; }
        return at->second;
    };
    vector<uint32_t> asked, ready; for (const sum_of_parts& parts : starts) asked.push_back(find_sum(live(parts)));
    for (uint32_t at = 0; at < sums.size(); at++) {
        sum_of_parts parts = sums[at]; set<uint32_t> reached;
        for (size_t place = 0; place < parts.size(); place++) {
            for (const option& one : options[parts[place]]) {
                sum_of_parts to = parts; to.erase(to.begin() + place); to.insert(to.end(), one.to.begin(), one.to.end());
                reached.insert(find_sum(live(to)));
            }
        }
        left[at] = reached.size(); for (uint32_t to : reached) before[to].push_back(at);
        if (parts.size() == 1 && results[parts[0]] != '.') { value[at] = results[parts[0]]; ready.push_back(at); }
        else if (reached.empty()) { value[at] = task::misere ? 'W' : 'L'; ready.push_back(at); }
    }
    vector<char> known(sums.size(), 0); for (uint32_t at : ready) known[at] = 1;
    for (size_t i = 0; i < ready.size(); i++) {
        uint32_t from = ready[i];
        for (uint32_t at : before[from]) {
            if (known[at]) continue;
            if (value[from] == 'W') left[at]--;
            if (value[from] != 'L' && left[at]) continue;
            value[at] = value[from] == 'L' ? 'W' : 'L'; known[at] = 1; ready.push_back(at);
        }
    }
    for (uint32_t at = 0; at < sums.size() && task::asks_move; at++) all[sums[at]] = value[at];
    string letters; for (uint32_t at : asked) letters += value[at];
    return letters;
}
static string word() {
    char buffer[1 << 16];
    if (scanf("%65535s", buffer) != 1) { fprintf(stderr, "the input ends too early\n"); exit(1); }
    return buffer;
}
// Appends the words that print a position.
static void print_key(string& r, const char*& p, const char* end) {
    char tag = *p++;
    if (tag == 'i') { long long v; memcpy(&v, p, 8); p += 8; r += ' ' + to_string(v); return; }
    uint32_t n; memcpy(&n, p, 4); p += 4;
    if (tag == 's') { r += ' ' + (n ? string(p, n) : string("\"\"")); p += n; return; }
    for (; n > 0 && p < end; n--) print_key(r, p, end);
}
static string printed(uint32_t part) {
    key k = key_of(part); string r; const char* p = k.data(); const char* end = p + k.size();
    while (p < end) print_key(r, p, end);
    return r.empty() ? " ()" : r;
}
static void answer(char letter) { puts(letter == 'W' ? task::win : letter == 'L' ? task::lose : task::draw); }
// Prints a winning move from a start. `wins` tells if a move of the part at a place wins.
template <class W> void print_move(const sum_of_parts& start, W wins) {
    for (size_t place = 0; place < start.size(); place++) {
        for (const option& one : options[start[place]]) {
            if (!wins(place, one)) continue;
            string r; if (task::is_sum || start.size() != 1) r += ' ' + to_string(place + 1);
            for (uint32_t part : one.to) r += printed(part);
            if (one.to.empty()) r += " nothing";
            puts(r.c_str() + 1); return;
        }
    }
}

static int solve() {
    out = stderr; fault_code = 1; max_positions = max_moves = INT64_MAX; normal = !task::misere;
    vector<sum_of_parts> starts;
#ifdef GS_READ
    string text; for (int c; (c = getchar()) != EOF;) text += (char)c;
    row.clear(); count = 0; current = NONE; read_input(::read, text);
    vector<uint32_t> given = row;
    for (size_t i = 0; i < given.size(); i++) {
        sum_of_parts parts;
        if (given[i] == SUM) { uint32_t n = given[++i]; for (uint32_t j = 0; j < n; j++) parts.push_back(given[++i]); }
        else parts.push_back(given[i]);
        has_sums |= parts.size() > 1; starts.push_back(parts);
    }
#else
    for (long long tests = task::tests ? stoll(word()) : 1; tests > 0; tests--) {
        vector<string> given(task::before); for (string& one : given) one = word();
        long long parts = task::count < 0 ? 1 : stoll(given[task::count]);
        started.clear(); vector<string> words;
        if (task::is_list) for (int i : task::order) words.push_back(given[i]);
        for (long long part = 0; part < parts; part++) {
            given.resize(task::before); for (int i = 0; i < task::width; i++) given.push_back(word());
            if (task::is_list) { words.insert(words.end(), given.begin() + task::before, given.end()); continue; }
            words.clear(); for (int i : task::order) words.push_back(given[i]);
            read_start(words);
        }
        if (task::is_list) read_start(words);
        sum_of_parts parts_of_start; for (const key& k : started) parts_of_start.push_back(find(k));
        has_sums |= parts_of_start.size() > 1; starts.push_back(parts_of_start);
    }
#endif
    explore();
    vector<uint32_t> order; bool ends = in_order(order);
    if (task::has_points) {
        vector<long long> best(options.size(), 0);
        for (uint32_t at : order) {
            bool first = true;
            for (const option& one : options[at]) {
                long long lead = one.points - (one.to.empty() ? 0 : best[one.to[0]]);
                if (first || lead > best[at]) best[at] = lead;
                first = false;
            }
        }
        for (const sum_of_parts& start : starts) {
            long long lead = start.empty() ? 0 : best[start[0]];
            if (task::says_score) printf("%lld\n", lead); else answer(lead > 0 ? 'W' : lead < 0 ? 'L' : 'D');
            if (task::asks_move && lead > 0) print_move(start, [&](size_t, const option& one) { return one.points - (one.to.empty() ? 0 : best[one.to[0]]) >= (task::says_score ? lead : 1); });
        }
        return 0;
    }
    if (has_sums && ends && !task::misere && results.find_first_not_of('.') == string::npos) {
        vector<uint32_t> nimbers(options.size(), 0);
        auto nimber = [&](const sum_of_parts& parts) { uint32_t x = 0; for (uint32_t part : parts) x ^= nimbers[part]; return x; };
        for (uint32_t at : order) {
            set<uint32_t> reached; for (const option& one : options[at]) reached.insert(nimber(one.to));
            while (reached.count(nimbers[at])) nimbers[at]++;
        }
        for (const sum_of_parts& start : starts) {
            uint32_t all = nimber(start); answer(all ? 'W' : 'L');
            if (task::asks_move && all) print_move(start, [&](size_t place, const option& one) { return nimber(one.to) == (all ^ nimbers[start[place]]); });
        }
        return 0;
    }
    map<sum_of_parts, char> all; string letters = outcomes(starts, all);
    for (size_t i = 0; i < starts.size(); i++) {
        answer(letters[i]);
        if (task::asks_move && letters[i] == 'W') print_move(starts[i], [&](size_t place, const option& one) {
            sum_of_parts to = starts[i]; to.erase(to.begin() + place); to.insert(to.end(), one.to.begin(), one.to.end());
            auto at = all.find(live(to)); return at != all.end() && at->second == 'L';
        });
    }
    return 0;
}
}  // namespace gs

int main() { return gs::solve(); }
