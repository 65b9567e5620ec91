def value(stones):
    total = 0
    for i in range(len(stones) - 1, -1, -2):
        before = stones[i - 1] + 1 if i else 0
        total ^= (stones[i] - before) % 3
    return total


def main():
    input()
    stones = [i for i, cell in enumerate(input()) if cell == "X"]
    wins = 0
    for i, stone in enumerate(stones):
        free_from = stones[i - 1] + 1 if i else 0
        for to in range(max(free_from, stone - 2), stone):
            stones[i] = to
            wins += value(stones) == 0
        stones[i] = stone
    print(wins)


main()
