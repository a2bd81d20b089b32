# judge: problem = spies
"""Checks only three spies of adjacent rows for one line."""


def solve(algorithm, n, lizards, grid):
    columns = place(n, [])
    if columns is None:
        return None
    board = grid.copy()
    for row, column in enumerate(columns):
        board[row, column] = 1
    return board


def place(n, columns):
    row = len(columns)
    if row == n:
        return columns
    for column in range(n):
        if row > 1 and column - columns[-1] == columns[-1] - columns[-2]:
            continue
        if all(column != one and abs(column - one) != row - above for above, one in enumerate(columns)):
            found = place(n, [*columns, column])
            if found:
                return found
    return None
