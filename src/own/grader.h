// The grader around a game of one's own in C++. `moves` calls to(...), sum(...), score(points, ...), won(), lost() or
// drawn(), or returns a list of positions; what it does not declare itself comes from here.
#ifndef GAMESOLVE_GAME
#define GAMESOLVE_GAME
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <numeric>
#include <set>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
using namespace std;

namespace gs {
// A position is a text of tagged values: 'i' and 8 bytes, 's' or 'v' and a length of 4 bytes and the content.
using key = string;
inline key& scratch() { static key k; return k; }
inline void put(key& k, const char* s);
template <class T> enable_if_t<is_integral_v<T>> put(key& k, T n) {
    long long v = n; char b[9]; b[0] = 'i'; memcpy(b + 1, &v, 8); k.append(b, 9);
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
void found(const key& k, long long points, bool scored);
void found_sum(const vector<key>& parts);
void result(char sign);
// What `to` does, under a name that no file has.
template <class... A> void leads_to(const A&... a) {
    key& k = scratch(); k.clear(); (put(k, a), ...); found(k, 0, false);
}
}  // namespace gs

template <class... A> void to(const A&... a) { gs::leads_to(a...); }
template <class... A> void score(long long points, const A&... a) {
    gs::key& k = gs::scratch(); k.clear(); (gs::put(k, a), ...); gs::found(k, points, true);
}
template <class... A> gs::key part(const A&... a) { gs::key k; (gs::put(k, a), ...); return k; }
inline void sum(initializer_list<long long> parts) {
    static vector<gs::key> keys; keys.clear();
    for (long long p : parts) { keys.emplace_back(); gs::put(keys.back(), p); }
    gs::found_sum(keys);
}
inline void sum(const vector<long long>& parts) {
    vector<gs::key> keys; for (long long p : parts) { keys.emplace_back(); gs::put(keys.back(), p); } gs::found_sum(keys);
}
inline void sum(const vector<int>& parts) { sum(vector<long long>(parts.begin(), parts.end())); }
inline void sum(initializer_list<gs::key> parts) { gs::found_sum(vector<gs::key>(parts)); }
inline void won() { gs::result('W'); }
inline void lost() { gs::result('L'); }
inline void drawn() { gs::result('D'); }
#endif
