# mistake: doubles
from math import floor, log2

n = float(input())
lost = 2.0 ** floor(log2(n + 2.0)) - 2.0
taken = int(n - lost)
if taken > 0:
    print(1)
    print(taken)
else:
    print(2)
