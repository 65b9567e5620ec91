
// ---- The grader's program: explores, and writes the graph of positions (src/own/protocol.rs).
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

namespace gs {
static FILE* out;
static long long max_positions, max_moves, seconds_left = 20, memory_cap, normal, work;
static string arena;                  // the keys, one after another
static vector<uint64_t> place;        // the start of each key
static vector<uint32_t> slots;        // open addressing: position + 1
static vector<uint32_t> small;        // the position of each small number, + 1
static vector<uint32_t> parent;
static const uint32_t NONE = ~0u, DENSE = 1u << 22;
static uint32_t current = NONE;       // the position of the current call
static vector<uint32_t> row;          // its moves: a position, or SUM and a number of parts, or POINTS and the points
static const uint32_t SUM = 0xFFFFFFFEu, POINTS = 0xFFFFFFFDu;
static char sign;
static long long count, total;
static bool listing;                  // mode `moves`: texts are written, nothing is numbered
static string listed; static bool elsewhere;
static key now; static const char* place_without_name = "the start"; static char place_of_start[600];
// Ticks of half a second of processor time: all of them, and those since the last moves of an exploration. A call with
// more than `patience` ticks is endless. `read` may read many tests.
static volatile long long ticks, call_ticks = INT64_MIN, patience = 2;
// The seconds in a row in which the program waited more than it wanted a processor. At the last second: the microseconds of
// the clock, those in which the program had a processor or waited for one, and its voluntary waits.
static volatile long long waited, last_clock, last_wanted, last_given_up;
static int schedule = -1;

// Writes the name of a value. After a crash no memory may be allocated, so `put` takes one character at a time.
template <class F> void spell(const char*& p, const char* end, const F& put) {
    if (p == end) return;
    auto all = [&](const char* s) { while (*s) put(*s++); };
    char tag = *p++;
    if (tag == 'i') {
        long long v; memcpy(&v, p, 8); p += 8;
        char digits[24]; snprintf(digits, sizeof digits, "%lld", v); all(digits); return;
    }
    uint32_t n; memcpy(&n, p, 4); p += 4;
    if (tag == 's') {
        if (!n) all("\"\"");
        for (const char* after = p + n; p < after; p++) { if (*p == '\n') all("\\n"); else if (*p == '\t') all("\\t"); else if (*p == '\\') all("\\\\"); else put(*p); }
        return;
    }
    put('(');
    for (uint32_t i = 0; i < n; i++) { if (i) all(", "); spell(p, end, put); }
    all(n == 1 ? ",)" : ")");
}
template <class F> void spell(const key& k, const F& put) {
    auto count = [&](const char* p) { size_t n = 0; for (const char* end = k.data() + k.size(); p < end; n++) spell(p, end, [](char) {}); return n; };
    const char* p = k.data(); const char* end = p + k.size();
    bool is_one = count(p) == 1; if (!is_one) put('(');
    while (p < end) { spell(p, end, put); if (p < end) put(','), put(' '); }
    if (!is_one) put(')');
}
static string name(const key& k) { string r; spell(k, [&](char c) { r += c; }); return r; }
static key key_of(uint32_t id) {
    uint64_t end = id + 1 < place.size() ? place[id + 1] : arena.size();
    return arena.substr(place[id], end - place[id]);
}
// The exit code behind a reported fault. Programs of a package have no report.
static int fault_code = 0;
[[noreturn]] static void fail_at(const char* kind, const char* at, const char* what) {
    fprintf(out, "\nX\t%s\t%s\t%s\n", kind, at, what); fflush(out); _exit(fault_code);
}
[[noreturn]] static void fail(const char* kind, const string& at, const string& what) { fail_at(kind, at.c_str(), what.c_str()); }
static string chain(uint32_t at) {
    vector<string> steps; while (at != NONE && steps.size() < 12) { steps.push_back(name(key_of(at))); at = parent[at]; }
    string r; for (size_t i = steps.size(); i-- > 0;) { r += steps[i]; if (i) r += " -> "; } return r;
}
static uint64_t hash_of(const char* p, size_t n) {
    uint64_t h = 0x9E3779B97F4A7C15ull ^ n;
    while (n >= 8) { uint64_t w; memcpy(&w, p, 8); h = (h ^ w) * 0xFF51AFD7ED558CCDull; h ^= h >> 32; p += 8; n -= 8; }
    uint64_t w = 0; memcpy(&w, p, n); h = (h ^ w) * 0xFF51AFD7ED558CCDull; return h ^ (h >> 29);
}
static uint32_t add(const char* p, size_t n) {
    uint32_t id = place.size();
    place.push_back(arena.size()); arena.append(p, n); parent.push_back(current);
    return id;
}
static void grow() {
    vector<uint32_t> old; old.swap(slots); slots.assign(max<size_t>(1024, old.size() * 2), 0);
    for (uint32_t s : old) if (s) {
        key k = key_of(s - 1); size_t i = hash_of(k.data(), k.size()) & (slots.size() - 1);
        while (slots[i]) i = (i + 1) & (slots.size() - 1); slots[i] = s;
    }
}
static size_t hashed;
static uint32_t find(const key& k) {
    if (k.size() == 9 && k[0] == 'i') {
        long long v; memcpy(&v, k.data() + 1, 8);
        if (v < 0) fail("outside", current == NONE ? name(k) : name(key_of(current)), "a move leads to " + to_string(v) + "\tif (q >= 0) to(q);");
        if (v < DENSE) {
            if ((size_t)v >= small.size()) small.resize(max<size_t>(v + 1, min<size_t>(DENSE, small.size() * 2)), 0);
            if (!small[v]) small[v] = add(k.data(), k.size()) + 1;
            return small[v] - 1;
        }
    }
    if (hashed * 2 >= slots.size()) grow();
    size_t i = hash_of(k.data(), k.size()) & (slots.size() - 1);
    for (; slots[i]; i = (i + 1) & (slots.size() - 1)) {
        uint32_t id = slots[i] - 1; uint64_t end = id + 1 < place.size() ? place[id + 1] : arena.size();
        if (end - place[id] == k.size() && !memcmp(arena.data() + place[id], k.data(), k.size())) return id;
    }
    slots[i] = add(k.data(), k.size()) + 1; hashed++;
    return slots[i] - 1;
}
static string place_now() { return now.empty() ? place_without_name : name(now); }
static void one_more() {
    // As long as moves come, no call is endless.
    if (call_ticks > 0 && !(count & 0xffff)) call_ticks = 0;
    if (++count > max_moves) {
        if (listing) throw 0;
        fail("moves", place_now(), "more than " + to_string(max_moves) + (patience > 2 ? " tests" : " moves") + ": is the loop endless?");
    }
}
// The length of the head of a row, before its numbers.
static const size_t ROW = 5;
// Numbers, with commas between those of one position. A comma tells a row of one number from a heap.
static void list(const key& k) {
    bool row = k.size() >= ROW && k[0] == 'v'; size_t from = row ? ROW : 0;
    if (k.empty() || (k.size() - from) % 9) { elsewhere = true; return; }
    for (size_t i = from; i < k.size(); i += 9) {
        long long v; memcpy(&v, k.data() + i + 1, 8);
        if (k[i] != 'i' || v < 0) { elsewhere = true; return; }
        if (i > from) listed += ',';
        listed += to_string(v);
    }
    if (row && k.size() <= from + 9) listed += ',';
}
void found(const key& k, long long points, bool scored) {
    one_more();
    if (listing) { if (!listed.empty()) listed += ' '; if (scored) elsewhere = true; list(k); return; }
    if (scored) {
        uint64_t p = (uint64_t)points;
        row.push_back(POINTS); row.push_back((uint32_t)(p >> 32)); row.push_back((uint32_t)p);
    }
    row.push_back(find(k));
}
void found_sum(const vector<key>& parts) {
    one_more();
    if (listing) {
        if (!listed.empty()) listed += ' ';
        if (parts.empty()) listed += '-';
        for (size_t i = 0; i < parts.size(); i++) { if (i) listed += '+'; list(parts[i]); }
        return;
    }
    row.push_back(SUM); row.push_back(parts.size()); for (const key& k : parts) row.push_back(find(k));
}
void result(char s) { sign = s; }

template <class T> struct get;
// Whether the current starts come from `read`.
static bool is_read;
static void mistyped(const key& k) {
    if (is_read && (current == NONE || parent[current] == NONE)) fail("type", "read(text)", "`read` gives " + name(k) + ", which does not fit the arguments of `moves`\tstoi(text) is a number");
    fail("type", name(k), "this position does not fit the arguments of `moves`");
}
template <class T> struct get { static T from(const char*& p, const char* end, const key& k) {
    static_assert(is_integral_v<T>, "`moves` takes whole numbers, strings, vectors and pairs of them");
    if (p == end || *p != 'i') mistyped(k);
    long long v; memcpy(&v, p + 1, 8); p += 9;
    if ((long long)(T)v != v) fail("type", name(k), to_string(v) + " does not fit the argument of `moves`: use long long");
    return (T)v; } };
template <> struct get<string> { static string from(const char*& p, const char* end, const key& k) {
    if (p == end || *p != 's') mistyped(k);
    uint32_t n; memcpy(&n, p + 1, 4); string s(p + 5, n); p += 5 + n; return s; } };
template <class T> struct get<vector<T>> { static vector<T> from(const char*& p, const char* end, const key& k) {
    if (p == end || *p != 'v') mistyped(k);
    uint32_t n; memcpy(&n, p + 1, 4); p += 5; vector<T> v; v.reserve(n);
    for (uint32_t i = 0; i < n; i++) v.push_back(get<T>::from(p, end, k)); return v; } };
template <class A, class B> struct get<pair<A, B>> { static pair<A, B> from(const char*& p, const char* end, const key& k) {
    A a = get<A>::from(p, end, k); B b = get<B>::from(p, end, k); return {move(a), move(b)}; } };
template <class T, size_t N> struct get<array<T, N>> { static array<T, N> from(const char*& p, const char* end, const key& k) {
    array<T, N> a; for (T& x : a) x = get<T>::from(p, end, k); return a; } };
template <class... T> struct get<tuple<T...>> { static tuple<T...> from(const char*& p, const char* end, const key& k) {
    return tuple<T...>{get<T>::from(p, end, k)...}; } };

// Whether a type is a list of positions: a vector or a set of them, but not a word.
template <class T, class = void> struct is_list : false_type {};
template <class T> struct is_list<T, void_t<decltype(declval<const T&>().begin(), declval<const T&>().end())>> : true_type {};
template <> struct is_list<string, void> : false_type {};
template <class R, class... A> constexpr bool tells_moves(R (*)(A...)) { return is_void_v<R> || is_list<decay_t<R>>::value; }
static_assert(tells_moves(moves), "`moves` calls to(...) for each position that a move leads to, or returns a vector of them");
template <class T> struct is_position : is_integral<T> {};
template <> struct is_position<string> : true_type {};
template <class T> struct is_position<vector<T>> : is_position<T> {};
template <class T, size_t N> struct is_position<array<T, N>> : is_position<T> {};
template <class A, class B> struct is_position<pair<A, B>> : conjunction<is_position<A>, is_position<B>> {};
template <class... T> struct is_position<tuple<T...>> : conjunction<is_position<T>...> {};
template <class R, class... A> constexpr bool takes_positions(R (*)(A...)) { return (is_position<decay_t<A>>::value && ...); }
static_assert(takes_positions(moves), "`moves` takes whole numbers, strings, vectors, arrays, pairs and tuples of them");
template <bool ONE = false, class R, class... A> void call(R (*f)(A...), const key& k) {
    const char* p = k.data(); const char* end = p + k.size();
    tuple<decay_t<A>...> arguments{get<decay_t<A>>::from(p, end, k)...};
    if (p != end) mistyped(k);
    if constexpr (is_void_v<R>) apply(f, arguments);
    else if constexpr (ONE) leads_to(apply(f, arguments));
    else for (const auto& position : apply(f, arguments)) leads_to(position);
    key after; apply([&](auto&... a) { (put(after, a), ...); }, arguments);
    if (after != k) fail("mutated", name(k), "moves changed the position it was given");
}
// A position in the user's notation: numbers, or a word for a string. The last vector takes the remaining numbers.
template <class T, class = void> struct is_fixed : false_type {};
template <class T> struct is_fixed<T, void_t<decltype(tuple_size<T>::value)>> : true_type {};
static string parameters() {
    string r; for (const char* p = GS_PARAMETERS; *p; p++) r += *p == ' ' ? string(", ") : string(1, *p); return r;
}
template <class T, size_t... I>
void typed_each(key& k, const vector<string>& words, size_t& at, const string& text, index_sequence<I...>);
template <class T> void typed(key& k, const vector<string>& words, size_t& at, const string& text) {
    if constexpr (is_integral_v<T>) {
        if (at >= words.size()) fail("start", text, "a position of this game is made of " + parameters());
        char* end; errno = 0; long long v = strtoll(words[at].c_str(), &end, 10);
        if (*end) fail("start", text, "`" + words[at] + "` is no number");
        // Beyond the table a position that does not fit is another position, and the report says so.
        if (!listing && (errno || (long long)(T)v != v)) fail("start", text, words[at] + " does not fit the argument of `moves`: use long long");
        at++; put(k, (T)v);
    } else if constexpr (is_same_v<T, string>) {
        string s = at < words.size() ? words[at++] : ""; put(k, s == "\"\"" ? string() : s);
    } else if constexpr (is_fixed<T>::value) {
        typed_each<T>(k, words, at, text, make_index_sequence<tuple_size_v<T>>());
    } else {
        uint32_t n = words.size() - min(at, words.size()); char b[5]; b[0] = 'v'; memcpy(b + 1, &n, 4); k.append(b, 5);
        while (at < words.size()) typed<typename T::value_type>(k, words, at, text);
    }
}
template <class T, size_t... I>
void typed_each(key& k, const vector<string>& words, size_t& at, const string& text, index_sequence<I...>) {
    (typed<tuple_element_t<I, T>>(k, words, at, text), ...);
}
static vector<key> started;
template <class T> struct is_row : false_type {};
template <class T> struct is_row<vector<T>> : true_type {};
// Whether a position is one list. `()` is the empty list.
template <class R, class... A> constexpr bool takes_row(R (*)(A...)) { return sizeof...(A) == 1 && (is_row<decay_t<A>>::value && ...); }
// With RUN the function gets the position of these numbers. Without RUN they are themselves a position.
template <bool RUN, class R, class... A> void read_as(R (*f)(A...), const vector<string>& words, const string& text) {
    key k; size_t at = 0; (typed<decay_t<A>>(k, words, at, text), ...);
    if (at < words.size()) {
        // If there are more numbers than one position has, each is a part of a sum.
        if constexpr (sizeof...(A) == 1 && is_integral_v<decay_t<tuple_element_t<0, tuple<A..., int>>>>) {
            for (const string& w : words) { key part; size_t one = 0; (typed<decay_t<A>>(part, {w}, one, text), ...); started.push_back(part); }
            return;
        }
        fail("start", text, "there are too many numbers");
    }
    if constexpr (RUN) call<true>(f, k); else started.push_back(k);
}
// The code of a position that `read` gave: its parts in hexadecimal digits, joined by `+`.
static string coded(const vector<key>& parts) {
    string r; for (const key& k : parts) { if (!r.empty()) r += '+'; for (unsigned char c : k) { r += "0123456789abcdef"[c >> 4]; r += "0123456789abcdef"[c & 15]; } }
    return r;
}
static void decode(const string& code) {
    auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    key k; for (size_t i = 0; i < code.size(); i++) { if (code[i] == '+') { started.push_back(k); k.clear(); } else { k += (char)(digit(code[i]) << 4 | digit(code[i + 1])); i++; } }
    if (!code.empty()) started.push_back(k);
}
static string unescaped(const string& line) {
    string r;
    for (size_t i = 0; i < line.size(); i++) { char c = line[i]; if (c == '\\' && ++i < line.size()) c = line[i] == 'n' ? '\n' : line[i] == 'r' ? '\r' : line[i] == '0' ? '\0' : line[i]; r += c; }
    return r;
}
#ifdef GS_READ
template <class R, class T> void read_input(R (*f)(T), const string& text) { if constexpr (is_void_v<R>) f(text); else leads_to(f(text)); }
// Writes the tests of an input: the position of each move that `read` makes.
static void tell_tests(const string& line) {
    row.clear(); count = 0; place_without_name = "read(text)"; patience = 10; call_ticks = 0; max_moves = 1000000;
    try { read_input(::read, unescaped(line)); }
    catch (const exception& e) { fail("read", "", e.what()); }
    catch (...) { fail("read", "", "it throws something that is no std::exception"); }
    for (size_t i = 0; i < row.size(); i++) {
        vector<key> parts;
        if (row[i] == SUM) { uint32_t n = row[++i]; for (uint32_t j = 0; j < n; j++) parts.push_back(key_of(row[++i])); }
        else parts.push_back(key_of(row[i]));
        string names; for (const key& k : parts) { if (!names.empty()) names += " + "; names += name(k); }
        fprintf(out, "T\t%s\t%s\n", coded(parts).c_str(), parts.empty() ? "nothing" : names.c_str());
    }
    if (row.empty()) fail("read", "", "it calls `to` for no test");
    fputs("OK\n", out); fflush(out); _exit(0);
}
#endif
#ifdef GS_VALID
// Whether a test is legal: its words, or the position that `read` gave.
template <class R, class... A> bool is_legal(R (*f)(A...), key k, const vector<string>& words) {
    string text; for (const string& word : words) text += (text.empty() ? "" : " ") + word;
    size_t at = 0; if (k.empty()) (typed<decay_t<A>>(k, words, at, text), ...);
    if (at < words.size()) fail("start", text, "`valid` takes fewer numbers than a test has");
    const char* p = k.data(); const char* end = p + k.size();
    tuple<decay_t<A>...> arguments{get<decay_t<A>>::from(p, end, k)...};
    return apply(f, arguments);
}
// Writes whether each test is legal.
static void tell_legal(const vector<string>& order) {
    for (size_t s = 3; s < order.size(); s++) {
        const string& line = order[s]; vector<string> words; string word; key k; size_t tab = line.find('\t');
        if (line[0] == '\1') { started.clear(); decode(line.substr(1, tab - 1)); k = started.at(0); }
        else for (char c : line + " ") { if (c != ' ') word += c; else if (!word.empty()) { words.push_back(word); word.clear(); } }
        snprintf(place_of_start, sizeof place_of_start, "valid(%s)", (line[0] == '\1' ? line.substr(tab + 1) : line).c_str());
        place_without_name = place_of_start; call_ticks = 0; bool legal = false;
        try { legal = is_legal(::valid, k, words); }
        catch (const exception& e) { fail("exception", place_of_start, e.what()); }
        catch (...) { fail("exception", place_of_start, "something that is no std::exception"); }
        fprintf(out, "V\t%d\n", legal);
    }
    fputs("OK\n", out); fflush(out); _exit(0);
}
#endif
// The report of moves, stored so that a crash can write its complete part at any time.
static char told[64 << 20]; static volatile size_t told_size;
static bool tell(const string& line) {
    if (told_size + line.size() + 1 > sizeof told) return false;
    memcpy(told + told_size, line.data(), line.size()); told[told_size + line.size()] = '\n'; told_size = told_size + line.size() + 1; return true;
}
[[noreturn]] static void hand_out() {
    fflush(out); size_t at = 0;
    while (at < told_size) { ssize_t n = write(fileno(out), told + at, told_size - at); if (n <= 0) _exit(1); at += n; }
    if (write(fileno(out), "OK\n", 3) != 3) _exit(1);
    _exit(0);
}
static void stop_clocks() { itimerval none{}; setitimer(ITIMER_REAL, &none, nullptr); setitimer(ITIMER_PROF, &none, nullptr); }
static void on_alarm(int number) {
    if (number == SIGPROF) {
        call_ticks = call_ticks + 1; ticks = ticks + 1;
        if (call_ticks > patience) fail("hangs", place_now(), "took longer than " + (patience > 2 ? to_string(patience / 2) + " s" : "a second") + " (is a loop endless?)");
        if (ticks < 2 * seconds_left) return;
    } else {
        // On a busy machine a game that computes waits for a processor alone.
        char text[64] = ""; unsigned long long had = 0, delay = 0;
        if (schedule >= 0 && pread(schedule, text, sizeof text - 1, 0) > 0) sscanf(text, "%llu %llu", &had, &delay);
        timespec time; clock_gettime(CLOCK_MONOTONIC, &time); long long clock = time.tv_sec * 1000000LL + time.tv_nsec / 1000;
        rusage used; getrusage(RUSAGE_SELF, &used);
        long long wanted = delay / 1000 + (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000LL + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
        waited = used.ru_nvcsw > last_given_up && wanted - last_wanted < (clock - last_clock) / 2 ? waited + 1 : 0;
        last_clock = clock; last_wanted = wanted; last_given_up = used.ru_nvcsw;
        if (waited == 5) fail("waits", place_now(), "waits for 5 s without much work\tleave out what waits, such as `sleep` or `cin`");
        return;
    }
    fail("time", place_now(), "took longer than " + to_string(seconds_left) + " s");
}
// Report a crash with its position if the program can still do so.
// Beyond the table a crash only ends the report.
static char spare_stack[1 << 16];
// A failed check damages nothing. Beyond the table it only makes one position unknown.
static sigjmp_buf next_position; static volatile bool can_go_on;
static void on_crash(int number) {
    if (can_go_on && number != SIGSEGV && number != SIGBUS) siglongjmp(next_position, 1);
    // A broken heap may keep the report from its end. A busy machine takes long.
    signal(SIGALRM, SIG_DFL); stop_clocks(); alarm(20); signal(number, SIG_DFL);
    if (listing) hand_out();
    // The heap may be broken.
    static char at[600]; size_t size = 0;
    if (now.empty()) snprintf(at, sizeof at, "%s", place_without_name);
    else spell(now, [&](char c) { if (size + 1 < sizeof at) at[size++] = c; });
    const char* what = number == SIGSEGV || number == SIGBUS ? "a wild pointer or index, or a stack that is too deep"
        : number == SIGFPE ? "a division by zero"
        : number == SIGILL ? "a number too large for its type, a division by zero, or an index outside an array"
        : "an index outside a vector or string, a failed assertion, or memory that is freed twice";
    static char told_what[200]; snprintf(told_what, sizeof told_what, "signal %d: %s", number, what);
    fail_at("exception", at, told_what);
}
static void on_exit() { if (listing) hand_out(); fail("exception", place_now(), "the end of the program: it calls exit"); }
static void watch_crashes() {
    stack_t other{}; other.ss_sp = spare_stack; other.ss_size = sizeof spare_stack; sigaltstack(&other, nullptr);
    struct sigaction action{}; action.sa_handler = on_crash; action.sa_flags = SA_ONSTACK;
    for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(number, &action, nullptr);
    atexit(on_exit);
}
static bool ask(const key& k, vector<uint32_t>& into) {
    row.clear(); sign = 0; count = 0; now = k; call_ticks = 0;
    try { call(moves, k); }
    catch (const bad_alloc&) { fail("memory", name(k), "needs more memory than " + to_string(memory_cap >> 20) + " MiB"); }
    catch (const exception& e) { fail("exception", name(k), e.what()); }
    catch (...) { fail("exception", name(k), "something that is no std::exception"); }
    into = row; return true;
}
// Whether no position is larger than all starts. Then the number of positions is finite.
static bool is_bounded() {
    size_t longest[2] = {0, 0}; long long largest[2] = {INT64_MIN, INT64_MIN};
    for (size_t id = 0; id < place.size(); id++) {
        key k = key_of(id); bool later = parent[id] != NONE; longest[later] = max(longest[later], k.size());
        for (size_t at = 0; at + 5 <= k.size();) {
            if (k[at] == 'i') { long long v; memcpy(&v, k.data() + at + 1, 8); largest[later] = max(largest[later], v); at += 9; continue; }
            uint32_t n; memcpy(&n, k.data() + at + 1, 4); at += 5 + (k[at] == 's' ? n : 0);
        }
    }
    return longest[1] <= longest[0] && largest[1] <= largest[0];
}
static void put_row(const vector<uint32_t>& r, char s) {
    if (s) { fprintf(out, "=%c\n", s); return; }
    static string line; line.clear(); char b[24];
    auto number = [&](unsigned long long v) { char* e = b + 24; char* p = e; do { *--p = '0' + v % 10; v /= 10; } while (v); line.append(p, e - p); };
    for (size_t i = 0; i < r.size(); i++) {
        if (!line.empty()) line += ' ';
        if (r[i] == SUM) { uint32_t n = r[++i]; if (!n) line += '-'; for (uint32_t j = 0; j < n; j++) { if (j) line += '+'; number(r[++i]); } }
        else if (r[i] == POINTS) { long long p = (long long)(((uint64_t)r[i + 1] << 32) | r[i + 2]); i += 3; line += to_string(p); line += ':'; number(r[i]); }
        else number(r[i]);
    }
    line += '\n'; fwrite(line.data(), 1, line.size(), out);
}
// Opens the report and sets the time limits, which only end a run with an error. It runs before the file's own variables
// have their values, so they are limited too.
static void begin() {
    out = fdopen(dup(1), "w"); dup2(open("/dev/null", O_WRONLY), 1);
    static char buffer[1 << 16]; setvbuf(out, buffer, _IOFBF, sizeof buffer);
    place_without_name = "the file itself"; patience = 20; call_ticks = 0;
    watch_crashes(); schedule = open("/proc/self/schedstat", O_RDONLY);
    signal(SIGALRM, on_alarm); signal(SIGPROF, on_alarm); itimerval timer{};
    timer.it_value.tv_sec = 1; timer.it_interval = timer.it_value; setitimer(ITIMER_REAL, &timer, nullptr);
    timer.it_value = timeval{0, 500000}; timer.it_interval = timer.it_value; setitimer(ITIMER_PROF, &timer, nullptr);
}
static int run() {
    place_without_name = "the start"; patience = 2; call_ticks = INT64_MIN;
    string text, line; vector<string> order; char chunk[4096]; size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, stdin)) > 0) text.append(chunk, got);
    for (size_t at = 0; at < text.size();) { size_t end = text.find('\n', at); if (end == string::npos) end = text.size(); order.push_back(text.substr(at, end - at)); at = end + 1; }
    long long steps = 0;
    sscanf(order.at(2).c_str(), "%lld %lld %lld %lld %lld %lld %lld", &max_positions, &max_moves, &seconds_left, &memory_cap, &normal, &work, &steps);
    listing = order[0] == "moves";
    rlimit most; most.rlim_cur = most.rlim_max = memory_cap; setrlimit(RLIMIT_AS, &most);
    fprintf(out, "F\tPARAMETERS\t%s\n", GS_PARAMETERS); if (has_points) fputs("F\tPOINTS\tyes\n", out); fflush(out);
    long long most_listed = max_positions, budget = max_moves, spent = 0;
    if (listing) max_moves = most_listed;
    if (listing && steps) steps_left = steps;
    vector<uint32_t> all, ends; string signs; vector<string> ids; vector<uint32_t> r; size_t done = 0, closed = 0, kept = 0; string stopped;
#ifdef GS_READ
    if (order[0] == "read") tell_tests(order.size() > 3 ? order[3] : "");
#endif
#ifdef GS_VALID
    if (order[0] == "valid") tell_legal(order);
#endif
    for (size_t s = 3; s < order.size(); s++) {
        started.clear();
        bool is_coded = is_read = order[s][0] == '\1';
        // An empty line is the sum without parts.
        if (order[s].empty()) { if (!listing) ids.push_back("-"), kept = ids.size(); else if (!tell("?")) break; continue; }
        vector<string> sums{""}; bool summed = false;
        if (is_coded) { decode(order[s].substr(1, order[s].find('\t') - 1)); summed = started.size() != 1; sums.clear(); }
        else { size_t at = 0, plus; while ((plus = order[s].find(" + ", at)) != string::npos) { sums.back() = order[s].substr(at, plus - at); sums.push_back(""); at = plus + 3; summed = true; } sums.back() = order[s].substr(at); }
        for (const string& one : sums) {
            vector<string> words; string w; for (char c : one + " ") { if (c == ' ') { if (!w.empty()) words.push_back(w); w.clear(); } else w += c; }
            current = NONE;
#ifdef GS_START
            if (takes_row(start) && one == "()") words.clear();
            if (!listing) call_ticks = 0;
            string given; for (const string& w : words) given += (given.empty() ? "" : ", ") + w;
            snprintf(place_of_start, sizeof place_of_start, "start(%s)", given.c_str()); place_without_name = place_of_start; now.clear();
            row.clear(); bool was = listing; listing = false; count = 0;
            try { read_as<true>(start, words, one); }
            catch (const exception& e) { fail("start", one, e.what()); }
            catch (...) { fail("start", one, "`start` throws something that is no std::exception"); }
            listing = was;
            if (row.size() != 1) fail("start", one, "`start` gives one position: to(...), once, or returns it");
            started.push_back(key_of(row[0]));
#else
            if (takes_row(moves) && one == "()") words.clear();
            read_as<false>(moves, words, one);
#endif
        }
        if (listing) {
            // These numbers may mean another position.
            key typed_key; size_t from = 0;
            while (from < order[s].size()) {
                char* end; long long v = strtoll(order[s].c_str() + from, &end, 10); put(typed_key, v);
                from = end - order[s].c_str(); if (from < order[s].size()) from++;
            }
            // A row has its numbers behind a head.
            bool same = started.size() == 1 && (takes_row(moves) ? started[0].substr(ROW) : started[0]) == typed_key;
            if (!same) { if (!tell("?")) break; continue; }
            listed.clear(); elsewhere = false; sign = 0; count = 0; now = started.at(0);
            if (sigsetjmp(next_position, 1)) { listed = "!"; elsewhere = false; }
            else {
                can_go_on = true;
                try { call(moves, started[0]); } catch (...) { listed = "!"; elsewhere = false; }
            }
            can_go_on = false;
            // The game's loops need more rounds than all positions may have.
            if (steps_left <= 0) break;
            spent += count + 1;
            bool kept_it = tell(sign ? string("=") + sign : elsewhere ? string("?") : listed);
            if (!kept_it || spent > budget) break;
            continue;
        }
        string id; summed |= started.size() > 1; current = NONE;
        for (const key& k : started) { if (!id.empty()) id += '+'; id += to_string(find(k)); }
        ids.push_back(started.empty() ? "-" : id);
        while (done < place.size()) {
            key k = key_of(done); current = done; ask(k, r); char s1 = sign; total += count;
            if (done < 8 || done % 97 == 0) { vector<uint32_t> again; ask(k, again); if (again != r || sign != s1) fail("differs", name(k), "the moves differ between two calls"); }
            all.insert(all.end(), r.begin(), r.end()); ends.push_back(all.size()); signs += s1 ? s1 : '.';
            done++;
            if ((long long)place.size() > max_positions || total > max_moves) {
                if (work && closed) { stopped = "caps"; break; }
                string what = (long long)place.size() > max_positions ? to_string(max_positions) + " positions" : to_string(max_moves) + " moves";
                fail(is_bounded() ? "large" : "endless", name(k), "more than " + what + ": " + chain(place.size() - 1) + " -> ...");
            }
            if (closed && work && total + (long long)done > work) { stopped = "work"; break; }
        }
        if (!stopped.empty()) { ids.pop_back(); break; }
        closed = done; kept = ids.size();
    }
    if (listing) hand_out();
    // The answer is known, so no clock may cut its report.
    stop_clocks();
    {
        fprintf(out, "G\t%zu\t%zu\t%s\n", closed, kept, stopped.empty() ? "all" : stopped.c_str());
        for (const string& id : ids) fprintf(out, "%s\n", id.c_str());
        for (size_t i = 0, at = 0; i < closed; i++) { r.assign(all.begin() + at, all.begin() + ends[i]); at = ends[i]; put_row(r, signs[i] == '.' ? 0 : signs[i]); }
        for (size_t i = 0; i < closed; i++) { string n = name(key_of(i)); n += '\n'; fwrite(n.data(), 1, n.size(), out); }
    }
    fputs("OK\n", out); fflush(out); _exit(0);
}
}  // namespace gs
