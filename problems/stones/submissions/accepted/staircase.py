# Counts the real moves after which the xor of every second gap modulo 3, from the right, is 0.
def value(gaps):
    total = 0
    for gap in gaps[::-1][::2]:
        total ^= gap % 3
    return total


def main():
    input()
    gaps, gap = [], 0
    for cell in input():
        if cell == "X":
            gaps.append(gap)
            gap = 0
        else:
            gap += 1
    wins = 0
    for i in range(len(gaps)):
        for step in range(1, min(gaps[i], 2) + 1):
            after = gaps[:]
            after[i] -= step
            if i + 1 < len(after):
                after[i + 1] += step
            wins += value(after) == 0
    print(wins)


main()
