# mistake: no-splits
import sys

numbers = list(map(int, sys.stdin.read().split()))
lengths, boards = numbers[:3], numbers[4:]
value = [0]
for n in range(1, max(boards) + 1):
    seen = {value[n - length] for length in lengths if length <= n}
    value.append(min(x for x in range(4) if x not in seen))
for board in boards:
    print(1 if value[board] else 2)
