# Wrong: an odd number wins by taking one.
n = int(input())
print("1\n1" if n % 2 else 2)
