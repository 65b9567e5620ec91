#include <stdio.h>

static unsigned long long heap[100000];

int main(void) {
    int n;
    unsigned long long total = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%llu", &heap[i]) != 1) return 1;
        total ^= heap[i];
    }
    if (!total) {
        puts("0");
        return 0;
    }
    int i = 0;
    while ((heap[i] ^ total) >= heap[i]) i++;
    printf("1\n%d %llu\n", i + 1, heap[i] ^ total);
    return 0;
}
