// The grader around a user's own C++ game. `moves` calls to(...), sum(...), score(points, ...), won(), lost() or
// drawn(), or returns a list of positions; this file declares these names if the game does not.
#ifndef GAMESOLVE_GAME
#define GAMESOLVE_GAME
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <numeric>
#include <set>
#include <stdexcept>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
#ifdef GS_COMMON_HEADERS
// In place of bits/stdc++.h, which takes half a second more. A game that needs other headers is compiled again with it.
#include <bitset>
#include <cassert>
#include <cctype>
#include <climits>
#include <deque>
#include <functional>
#include <iostream>
#include <list>
#include <numeric>
#include <optional>
#include <queue>
#include <sstream>
#include <stack>
#include <unordered_map>
#include <unordered_set>
#endif
using namespace std;

namespace gs {
// A position is a text of tagged values: 'i' and 8 bytes, 's' or 'v' and a length of 4 bytes and the content.
using key = string;
inline key& scratch() { static key k; return k; }
inline void put(key& k, const char* s);
template <class T> enable_if_t<is_integral_v<T>> put(key& k, T n) {
    long long v = n; char b[9]; b[0] = 'i'; memcpy(b + 1, &v, 8); k.append(b, 9);
}
template <class T> enable_if_t<is_floating_point_v<T>> put(key&, T) {
    static_assert(!sizeof(T), "`moves` leads to a number with a fraction, and positions are whole numbers");
}
inline void put(key& k, const string& s) {
    uint32_t n = s.size(); char b[5]; b[0] = 's'; memcpy(b + 1, &n, 4); k.append(b, 5); k += s;
}
inline void put(key& k, const char* s) { put(k, string(s)); }
template <class T> void put(key& k, const vector<T>& v);
template <class T, size_t N> void put(key& k, const array<T, N>& v);
template <class... T> void put(key& k, const tuple<T...>& t);
template <class A, class B> void put(key& k, const pair<A, B>& p) { put(k, p.first); put(k, p.second); }
template <class T> void put(key& k, const vector<T>& v) {
    uint32_t n = v.size(); char b[5]; b[0] = 'v'; memcpy(b + 1, &n, 4); k.append(b, 5);
    for (const T& x : v) put(k, x);
}
template <class T, size_t N> void put(key& k, const array<T, N>& v) { for (const T& x : v) put(k, x); }
template <class... T> void put(key& k, const tuple<T...>& t) { apply([&](const T&... x) { (put(k, x), ...); }, t); }
// Whether the game calls `score` for any position, which the compiler knows: it makes `noted` only then.
inline bool has_points = false;
template <class... A> struct scored { static const bool noted; };
template <class... A> const bool scored<A...>::noted = has_points = true;
void found(const key& k, long long points, bool scored);
void found_sum(const vector<key>& parts);
void result(char sign);
// A part of a sum: a number, a word, a vector, a pair, or the numbers of a position in braces.
struct piece {
    key k;
    piece() {}
    template <class T, enable_if_t<is_integral_v<T>, int> = 0> piece(T n) { put(k, n); }
    piece(const string& s) { put(k, s); }
    piece(const char* s) { put(k, s); }
    piece(initializer_list<long long> row) { for (long long x : row) put(k, x); }
    template <class T> piece(const vector<T>& v) { put(k, v); }
    template <class T, size_t N> piece(const array<T, N>& v) { put(k, v); }
    template <class... T> piece(const tuple<T...>& t) { put(k, t); }
    template <class A, class B> piece(const pair<A, B>& p) { put(k, p); }
};
inline void put(key& k, const piece& p) { k += p.k; }
// The function `to`, under a name that no game uses.
template <class... A> void leads_to(const A&... a) {
    key& k = scratch(); k.clear(); (put(k, a), ...); found(k, 0, false);
}
}  // namespace gs

template <class... A> void to(const A&... a) { gs::leads_to(a...); }
template <class... A> void score(long long points, const A&... a) {
    (void)&gs::scored<A...>::noted;
    gs::key& k = gs::scratch(); k.clear(); (gs::put(k, a), ...); gs::found(k, points, true);
}
template <class... A> gs::piece part(const A&... a) { gs::piece p; (gs::put(p.k, a), ...); return p; }
inline void sum(initializer_list<gs::piece> parts) {
    static vector<gs::key> keys; keys.clear();
    for (const gs::piece& p : parts) keys.push_back(p.k);
    gs::found_sum(keys);
}
template <class T> void sum(const vector<T>& parts) {
    vector<gs::key> keys; for (const T& p : parts) { keys.emplace_back(); gs::put(keys.back(), p); } gs::found_sum(keys);
}
inline void won() { gs::result('W'); }
inline void lost() { gs::result('L'); }
inline void drawn() { gs::result('D'); }

namespace gs {
// The rounds of the game's loops that are left. Only a list of moves has a limit, which no machine's speed changes.
inline long long steps_left = INT64_MAX;
constexpr bool step() {
    if (!__builtin_is_constant_evaluated() && --steps_left <= 0) throw 0;
    return true;
}
}  // namespace gs
#ifdef GS_COUNTS
#define for(...) for (__VA_ARGS__) if (!gs::step()) {} else
#define while(...) while (gs::step() && (__VA_ARGS__))
#endif
#endif
