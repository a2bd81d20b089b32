# judge: problem = lizards
"""Marks in the board itself what a lizard sees, and clears its marks: trees too, where it takes one back."""


def solve(algorithm, n, lizards, grid):
    return place(grid, n, lizards, 0)


def place(board, n, left, cell):
    if left == 0:
        return board
    for at in range(cell, n * n):
        row, column = divmod(at, n)
        if board[row, column] == 0 and not seen(board, n, row, column):
            board[row, column] = 1
            found = place(board, n, left - 1, at + 1)
            if found is not None:
                return found
            board[row, column:] = 0
    return None


def seen(board, n, row, column):
    for down, right in ((-1, 0), (0, -1), (-1, -1), (-1, 1)):
        r, c = row + down, column + right
        while 0 <= r < n and 0 <= c < n and board[r, c] != 2:
            if board[r, c] == 1:
                return True
            r, c = r + down, c + right
    return False
