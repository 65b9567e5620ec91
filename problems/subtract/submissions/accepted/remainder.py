# The lost piles are the multiples of p + 1.
k, p = map(int, input().split())
rest = k % (p + 1)
if rest:
    print(1)
    print(rest)
else:
    print(2)
