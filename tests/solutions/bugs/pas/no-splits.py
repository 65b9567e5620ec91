# Wrong: lays strips at the left end only.
import sys
numbers = list(map(int, sys.stdin.read().split()))
lengths, boards = numbers[:3], numbers[4:]
wins = [False] * (max(boards) + 1)
for n in range(len(wins)):
    wins[n] = any(n >= length and not wins[n - length] for length in lengths)
for board in boards:
    print(1 if wins[board] else 2)
