def check(lines):
    rows, columns = numbers(take(lines, "n and m"), [(1, 100)] * 2)
    must(2 <= rows * columns <= 100, "n times m is not in 2..100")
    board = [take(lines, "a row") for _ in range(rows)]
    for row in board:
        must(len(row) == columns and " " not in row, "a row is m visible characters")
    for letter in "PT":
        must("".join(board).count(letter) == 1, "there is one " + letter)
