# mistake: parity
import sys

numbers = list(map(int, sys.stdin.read().split()))
for board in numbers[4:]:
    print(1 if board // min(numbers[:3]) % 2 else 2)
