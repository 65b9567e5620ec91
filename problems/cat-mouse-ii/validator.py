def check(lines):
    board = parsed(take(lines, "the board"))
    must(isinstance(board, list) and 1 <= len(board) <= 8, "the board is a list of 1 to 8 rows")
    must(all(isinstance(row, str) for row in board), "a row is a string")
    must(1 <= len(board[0]) <= 8 and all(len(row) == len(board[0]) for row in board), "rows have 1 to 8 cells, all as many")
    cells = "".join(board)
    must(all(c in "#.CMF" for c in cells), "cells are `#`, `.`, `C`, `M` and `F`")
    for letter in "CMF":
        must(cells.count(letter) == 1, "there is one " + letter)
    numbers(take(lines, "catJump"), [(1, 8)])
    numbers(take(lines, "mouseJump"), [(1, 8)])
