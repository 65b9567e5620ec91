# mistake: no-diagonal
a, b = map(int, input().split())
print(1 if a != b else 0)
