# mistake: takes-the-most
k, p = map(int, input().split())
if k % (p + 1):
    print(1)
    print(min(k, p))
else:
    print(2)
