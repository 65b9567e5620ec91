// mistake: stones-one-by-one
#include <cstdio>
#include <cstring>
#include <vector>

typedef long long Int;
const Int modulus = 1000000007;
const int most_nodes = 100, columns = 128, most_stones = 10000;

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
        // The placements of so many stones by the xor of all of them, one node after the other.
        static Int ways[most_stones + 1][columns];
        std::memset(ways, 0, sizeof ways);
        ways[0][0] = 1;
        for (int node = 0; node < n; node++) {
            int value = visit(node);
            for (int placed = 1; placed <= stones; placed++)
                for (int x = 0; x < columns; x++)
                    ways[placed][x] = (ways[placed][x] + ways[placed - 1][x ^ value]) % modulus;
        }
        Int total = ways[stones][0];
        std::printf("%lld\n", total);
    }
}
