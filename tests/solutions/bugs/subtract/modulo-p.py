# Wrong: the remainder modulo p, where it must be p + 1.
k, p = map(int, input().split())
print(f"1\n{k % p}" if k % p else 2)
