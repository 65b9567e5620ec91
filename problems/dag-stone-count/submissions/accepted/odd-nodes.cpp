// The sets of odd nodes by their number and the xor of their nimbers, times the ways to place the pairs.
#include <cstdio>
#include <cstring>
#include <vector>

typedef long long Int;
const Int modulus = 1000000007;
const int most_nodes = 100, columns = 128, most_stones = 10000;

Int factorial[most_stones + most_nodes + 1], inverse[most_stones + most_nodes + 1];

Int power(Int base, Int exponent) {
    Int result = 1;
    for (; exponent > 0; exponent /= 2, base = base * base % modulus)
        if (exponent % 2) result = result * base % modulus;
    return result;
}

Int binomial(int n, int k) {
    if (k < 0 || k > n) return 0;
    return factorial[n] * inverse[k] % modulus * inverse[n - k] % modulus;
}

std::vector<int> next_nodes[most_nodes];
int nimber[most_nodes];

int visit(int node) {
    if (nimber[node] >= 0) return nimber[node];
    bool seen[most_nodes + 1] = {};
    for (int to : next_nodes[node]) seen[visit(to)] = true;
    int mex = 0;
    while (seen[mex]) mex++;
    return nimber[node] = mex;
}

int main() {
    factorial[0] = inverse[0] = 1;
    for (int i = 1; i <= most_stones + most_nodes; i++) {
        factorial[i] = factorial[i - 1] * i % modulus;
        inverse[i] = power(factorial[i], modulus - 2);
    }
    int tests;
    if (std::scanf("%d", &tests) != 1) return 1;
    while (tests--) {
        int n, m, stones;
        if (std::scanf("%d %d %d", &n, &m, &stones) != 3) return 1;
        for (int node = 0; node < n; node++) {
            next_nodes[node].clear();
            nimber[node] = -1;
        }
        for (int i = 0; i < m; i++) {
            int u, v;
            if (std::scanf("%d %d", &u, &v) != 2) return 1;
            next_nodes[u].push_back(v);
        }
        static Int ways[most_nodes + 1][columns];
        std::memset(ways, 0, sizeof ways);
        ways[0][0] = 1;
        for (int node = 0; node < n; node++) {
            int value = visit(node);
            for (int odd = node + 1; odd >= 1; odd--)
                for (int x = 0; x < columns; x++) {
                    ways[odd][x] += ways[odd - 1][x ^ value];
                    if (ways[odd][x] >= modulus) ways[odd][x] -= modulus;
                }
        }
        Int total = 0;
        for (int odd = 0; odd <= n && odd <= stones; odd++)
            if ((stones - odd) % 2 == 0) {
                int pairs = (stones - odd) / 2;
                total = (total + ways[odd][0] * binomial(pairs + n - 1, n - 1)) % modulus;
            }
        std::printf("%lld\n", total);
    }
}
