# judge: problem = lizards
"""Greedy: it never takes a lizard back, and calls that FAIL."""


def solve(algorithm, n, lizards, grid):
    board = grid.copy()
    for at in range(n * n):
        row, column = divmod(at, n)
        if lizards and board[row, column] == 0 and not seen(board, n, row, column):
            board[row, column] = 1
            lizards -= 1
    return board if lizards == 0 else None


def seen(board, n, row, column):
    for down, right in ((-1, 0), (0, -1), (-1, -1), (-1, 1)):
        r, c = row + down, column + right
        while 0 <= r < n and 0 <= c < n and board[r, c] != 2:
            if board[r, c] == 1:
                return True
            r, c = r + down, c + right
    return False
