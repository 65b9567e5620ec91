# The value of a stretch is the least number that no split of it has.
import sys


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    lengths, boards = set(numbers[:3]), numbers[4:]
    value = [0]
    for n in range(1, max(boards) + 1):
        seen = set()
        for length in lengths:
            rest = n - length
            if rest >= 0:
                seen.update(map(int.__xor__, value[: rest // 2 + 1], reversed(value[: rest + 1])))
        least = 0
        while least in seen:
            least += 1
        value.append(least)
    for board in boards:
        print(1 if value[board] else 2)


main()
