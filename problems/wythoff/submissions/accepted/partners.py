# The lost positions are (A, A + k) with A = floor(k * phi). Three moves can lead to one: along the diagonal, and from
# either heap to the partner of the other.
from math import isqrt


def floor_phi(k):
    return (k + isqrt(5 * k * k)) // 2


def partner(x):
    # The smallest k with floor(k * phi) >= x; where that is larger than x, x is the larger heap of a pair.
    low, high = 0, x
    while low < high:
        middle = (low + high) // 2
        if floor_phi(middle) >= x:
            high = middle
        else:
            low = middle + 1
    if floor_phi(low) == x:
        return x + low
    low, high = 0, x
    while low < high:
        middle = (low + high) // 2
        if floor_phi(middle) + middle >= x:
            high = middle
        else:
            low = middle + 1
    return x - low


a, b = map(int, input().split())
wins = 0
if floor_phi(abs(a - b)) < min(a, b):
    wins += 1
if partner(b) < a:
    wins += 1
if partner(a) < b:
    wins += 1
print(wins)
