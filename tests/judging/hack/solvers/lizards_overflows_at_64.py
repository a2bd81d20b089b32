# judge: problem = lizards
"""Keeps the free cells of a row in the 64 bits of an integer, and compares it as a signed one: column 63 is lost."""

import numpy as np


def solve(algorithm, n, lizards, grid):
    board = grid.copy()
    rows = [int(np.int64(np.uint64(sum(1 << c for c in range(n) if grid[r, c] == 0) % (1 << 64)))) for r in range(n)]
    return board if place(board, n, lizards, rows, 0) else None


def seen(board, n, row, column):
    for down, right in ((-1, 0), (0, -1), (-1, -1), (-1, 1)):
        r, c = row + down, column + right
        while 0 <= r < n and 0 <= c < n and board[r, c] != 2:
            if board[r, c] == 1:
                return True
            r, c = r + down, c + right
    return False


def place(board, n, left, rows, cell):
    if left == 0:
        return True
    for at in range(cell, n * n):
        row, column = divmod(at, n)
        if rows[row] <= 0:  # no free cell in this row, it thinks
            continue
        if board[row, column] == 0 and not seen(board, n, row, column):
            board[row, column] = 1
            if place(board, n, left - 1, rows, at + 1):
                return True
            board[row, column] = 0
    return False
