# judge: problem = lizards
"""Tries random arrangements until one is right: without an end where there is none."""

import random


def solve(algorithm, n, lizards, grid):
    free = [divmod(at, n) for at in range(n * n) if grid.flat[at] == 0]
    if len(free) < lizards:
        return None
    while True:
        board = grid.copy()
        random.shuffle(free)
        left = lizards
        for row, column in free:
            if left and not seen(board, n, row, column):
                board[row, column] = 1
                left -= 1
        if left == 0:
            return board


def seen(board, n, row, column):
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            r, c = row + down, column + right
            while (down or right) and 0 <= r < n and 0 <= c < n and board[r, c] != 2:
                if board[r, c] == 1:
                    return True
                r, c = r + down, c + right
    return False
