def is_l(cells):
    """Three cells in a line, and one beside an end of the line."""
    for turned in (cells, {(column, row) for row, column in cells}):
        for row in {row for row, _ in turned}:
            line = sorted(column for r, column in turned if r == row)
            rest = [cell for cell in turned if cell[0] != row]
            if len(line) == 3 and line[2] - line[0] == 2 and len(rest) == 1:
                if abs(rest[0][0] - row) == 1 and rest[0][1] in (line[0], line[2]):
                    return True
    return False


def check(lines):
    rows = [take(lines, "a row") for _ in range(4)]
    must(all(len(row) == 4 and all(c in ".x#*" for c in row) for row in rows), "a row is four of `.x#*`")
    at = {c: {(r, k) for r in range(4) for k in range(4) if rows[r][k] == c} for c in ".x#*"}
    must(len(at["x"]) == 2, "there are two discs")
    for letter in "#*":
        must(len(at[letter]) == 4 and is_l(at[letter]), "the cells `%s` form no L" % letter)
