"""Nim without a mistake, in the protocol of docs/reference/play-protocol.md: makes the xor of the heaps 0 where it can."""

import sys


def line():
    return sys.stdin.readline().split()


def move(heaps):
    xor = 0
    for heap in heaps:
        xor ^= heap
    for i, heap in enumerate(heaps):
        if heap ^ xor < heap:
            return i, heap ^ xor
    i = max(range(len(heaps)), key=heaps.__getitem__)
    return i, heaps[i] - 1


heaps = []
while True:
    word, *rest = line()
    if word == "lines":
        numbers = [int(x) for _ in range(int(rest[0])) for x in line()]
        heaps = numbers[1:]
    elif word == "opponent":
        heaps[int(rest[0]) - 1] = int(rest[1])
    elif word == "turn":
        for _ in range(int(rest[0])):
            line()
        i, left = move(heaps)
        heaps[i] = left
        print(i + 1, left, flush=True)
    elif word == "end":
        break
