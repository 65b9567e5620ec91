# mistake: odd-wins
n = int(input())
print("1\n1" if n % 2 else 2)
