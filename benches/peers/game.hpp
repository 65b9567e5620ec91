// The problem `game` in a contestant's style: lists by counting, a queue, one integer a vertex.
#pragma once
#include <cstddef>
#include <vector>

inline int outcome(int n, int start, const std::vector<int>& tails, const std::vector<int>& heads) {
    std::vector<int> moves(n + 1), first(n + 2), before(tails.size()), label(n + 1), queue;
    for (std::size_t e = 0; e < tails.size(); e++) moves[tails[e]]++, first[heads[e]]++;
    for (int v = 1; v <= n + 1; v++) first[v] += first[v - 1];
    for (std::size_t e = 0; e < tails.size(); e++) before[--first[heads[e]]] = tails[e];
    for (int v = 1; v <= n; v++)
        if (!moves[v]) label[v] = 2, queue.push_back(v);
    for (std::size_t done = 0; done < queue.size(); done++) {
        const int v = queue[done];
        for (int e = first[v]; e < first[v + 1]; e++) {
            const int u = before[e];
            if (label[u]) continue;
            if (label[v] == 2) label[u] = 1, queue.push_back(u);
            else if (--moves[u] == 0) label[u] = 2, queue.push_back(u);
        }
    }
    return label[start];
}
