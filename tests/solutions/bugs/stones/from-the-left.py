# Wrong: pairs the gaps from the left end.
n, row = int(input()), input()
gaps, gap = [], 0
for c in row:
    if c == "X":
        gaps.append(gap)
        gap = 0
    else:
        gap += 1


def value(gaps):
    total = 0
    for g in gaps[::2]:
        total ^= g % 3
    return total


wins = 0
for i in range(len(gaps)):
    for step in range(1, min(gaps[i], 2) + 1):
        after = gaps[:]
        after[i] -= step
        if i + 1 < len(after):
            after[i + 1] += step
        wins += value(after) == 0
print(wins)
