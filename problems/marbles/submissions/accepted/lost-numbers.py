# The lost numbers are 2^j - 2; a winning move goes down to the largest one below.
n = int(input())
lost = 0
while 2 * lost + 2 <= n:
    lost = 2 * lost + 2
if n == lost:
    print(2)
else:
    print(1)
    print(n - lost)
