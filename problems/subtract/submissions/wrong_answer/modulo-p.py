# mistake: modulo-p
k, p = map(int, input().split())
rest = k % p
if rest:
    print(1)
    print(rest)
else:
    print(2)
