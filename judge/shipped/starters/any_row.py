# judge: problem = THIS_PROBLEM
"""A first solution: it goes through the cells in reading order, and tries each with a stone and without.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

from __future__ import annotations

import numpy as np

from judge.problems.constraints import Board

# What a puzzle's row says, which judge/problems/row/starter.py writes in: an `if` that asks for these words alone gives
# way to the branch that holds, and what nothing needs any more is left out, with the comments above it.
GOAL, PIECES, NOTHING, BY_NUMBER, GIVEN, NAMED = "arrangement", 8, None, False, True, True
DRAWN, SHAPE, LISTED, TORUS, BOUNDED, NEEDED = True, (8, 8), 10, False, True, True
ROW, ROW_LEAST, ROW_MOST = True, 0, 1
COLUMN, COLUMN_LEAST, COLUMN_MOST = True, 0, 1
DIAGONAL, DIAGONAL_LEAST, DIAGONAL_MOST = True, 0, 1
REGION, REGION_LEAST, REGION_MOST = True, 0, 1
WINDOW, WINDOW_LEAST, WINDOW_MOST, HEIGHT, WIDTH = True, 0, 1, 2, 2
RULES, REGIONS, VALUES = (), (), {}  # those that a family of constraints has a word for

FREE, PIECE, TREE, CLOSED = 0, 1, 2, 3
RIDES = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
LEAPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
IN_LINE = 2


def fits(board, row, column, counts):
    """May a stone stand here, beside those that were placed before?"""
    if BOUNDED:
        for part, _, most in counts:
            if part[row, column] and np.sum(board[part] == PIECE) >= most:
                return False
    if RIDES or LEAPS:
        n, m = board.shape
    if RIDES:
        for down, right in RIDES:
            if TORUS:  # the edges meet
                r, c = (row + down) % n, (column + right) % m
                while (r, c) != (row, column) and board[r, c] != TREE:
                    if board[r, c] == PIECE:
                        return False
                    r, c = (r + down) % n, (c + right) % m
            else:
                r, c = row + down, column + right
                while 0 <= r < n and 0 <= c < m and board[r, c] != TREE:
                    if board[r, c] == PIECE:
                        return False
                    r, c = r + down, c + right
    if LEAPS:
        for down, right in LEAPS:
            r, c = row + down, column + right
            if TORUS:
                r, c = r % n, c % m  # the edges meet
            if 0 <= r < n and 0 <= c < m and board[r, c] == PIECE:
                return False
    if IN_LINE:
        placed = np.argwhere(board == PIECE) - (row, column)
        for down, right in placed:
            if np.sum(placed[:, 0] * right == placed[:, 1] * down) >= IN_LINE:
                return False
    return True


def whole(board, counts):
    """Does each part of a full board hold enough?"""
    return all(np.sum(board[part] == PIECE) >= least for part, least, _ in counts)


def arrangements(board, cells, pieces, counts):
    """Yield the board with each arrangement of so many more; it is one board, so copy what you keep."""
    if pieces == 0:
        if NEEDED:
            if whole(board, counts):
                yield board
        else:
            yield board
        return
    for at, (row, column) in enumerate(cells[: len(cells) - pieces + 1]):
        if fits(board, row, column, counts):
            board[row, column] = PIECE
            yield from arrangements(board, cells[at + 1 :], pieces - 1, counts)
            board[row, column] = FREE


def solve(n, grid, regions, weights):
    """RESULT"""
    if DRAWN:
        board = grid.copy()
    else:
        board = np.zeros(SHAPE, np.int8)
    if ROW or COLUMN or DIAGONAL or REGION or WINDOW or RULES:
        counts = []  # a part of the board, and how many stones it holds at least and at most
    if ROW or COLUMN or DIAGONAL or WINDOW:
        down, right = np.indices(board.shape)
    if ROW:
        counts += [(down == one, ROW_LEAST, ROW_MOST) for one in np.unique(down)]
    if COLUMN:
        counts += [(right == one, COLUMN_LEAST, COLUMN_MOST) for one in np.unique(right)]
    if DIAGONAL:
        for line in (down - right, down + right):
            if TORUS:
                counts += [(line % n == one, DIAGONAL_LEAST, DIAGONAL_MOST) for one in range(n)]
            else:
                counts += [(line == one, DIAGONAL_LEAST, DIAGONAL_MOST) for one in np.unique(line)]
    if REGION:
        counts += [(regions == one, REGION_LEAST, REGION_MOST) for one in np.unique(regions)]
    if WINDOW:
        for r in range(len(board) - HEIGHT + 1):
            for c in range(len(board.T) - WIDTH + 1):
                part = (r <= down) & (down < r + HEIGHT) & (c <= right) & (right < c + WIDTH)
                counts.append((part, WINDOW_LEAST, WINDOW_MOST))
    if RULES:
        cells = [(int(r), int(c)) for r, c in np.argwhere(board == TREE)]
        for line in RULES:
            for one in line.quotas(Board(board.shape, (), cells, REGIONS, VALUES)):
                part = board < FREE
                for r, c in one.cells:
                    part[r, c] = True
                counts.append((part, one.least, one.most))
    if GIVEN:
        given = np.argwhere(board == PIECE)
        board[board == PIECE] = FREE
        for row, column in given:
            if not fits(board, row, column, counts):
                return NOTHING
            board[row, column] = PIECE
    if GOAL == "verify":
        if NEEDED:
            return len(given) == PIECES and whole(board, counts)
        return len(given) == PIECES
    cells = [(int(r), int(c)) for r, c in np.argwhere(board == FREE)]
    if GOAL == "most":
        best = board.copy()
        for pieces in range(1, len(cells) + 1):
            found = next(arrangements(board.copy(), cells, pieces, counts), None)
            if found is None:
                break  # fewer always fit where more do
            best = found
        return best
    if GIVEN:
        pieces = PIECES - len(given)
    elif NAMED:
        pieces = PIECES
    if not 0 <= pieces <= len(cells):
        return NOTHING
    found = arrangements(board, cells, pieces, counts)
    if GOAL == "count":
        return sum(1 for _ in found)
    if GOAL == "all":
        best = [np.argmax(one == PIECE, axis=1) for one in found]
        return np.array(best, np.int8).reshape(len(best), n) if n <= LISTED else len(best)
    if GOAL == "heaviest":
        best, most = None, -1
        for one in found:
            if (weight := int(weights[one == PIECE].sum())) > most:
                best, most = one.copy(), weight
        if BY_NUMBER:
            return None if best is None else most
        return best
    return next(found, None)
