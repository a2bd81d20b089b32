# judge: problem = lizards
"""Right, if slow: test_runner.py makes each of its mistakes in a copy of this."""


def solve(algorithm, n, lizards, grid):
    board = grid.copy()
    return board if lizards <= n * n and place(board, n, lizards, 0) else None


def seen(board, n, row, column):
    for down, right in ((-1, 0), (0, -1), (-1, -1), (-1, 1)):
        r, c = row + down, column + right
        while 0 <= r < n and 0 <= c < n and board[r, c] != 2:
            if board[r, c] == 1:
                return True
            r, c = r + down, c + right
    return False


def place(board, n, left, cell):
    if left == 0:
        return True
    for at in range(cell, n * n):
        row, column = divmod(at, n)
        if board[row, column] == 0 and not seen(board, n, row, column):
            board[row, column] = 1
            if place(board, n, left - 1, at + 1):
                return True
            board[row, column] = 0
    return False
