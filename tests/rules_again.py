"""The rules of four puzzles, written a second time: plainly, for small boards, and with nothing of the judge's own.

Cells are 0 free, 1 a piece, 2 a tree. Rows are lists of ints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

Rows = Sequence[Sequence[int]]
Cell = tuple[int, int]


def pieces_of(rows: Rows) -> list[Cell]:
    """Return the cells with a piece."""
    return [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == 1]


def see(one: Cell, other: Cell, rows: Rows) -> bool:
    """Say whether two pieces stand in one row, column or diagonal, with no tree between them."""
    (r, c), (y, x) = one, other
    steps = max(abs(y - r), abs(x - c))
    if not (r == y or c == x or abs(y - r) == abs(x - c)):
        return False
    between = ((r + k * (y - r) // steps, c + k * (x - c) // steps) for k in range(1, steps))
    return all(rows[a][b] != 2 for a, b in between)


def attack(rows: Rows) -> bool:
    """Say whether any two pieces see each other."""
    return any(see(one, other, rows) for one, other in combinations(pieces_of(rows), 2))


def three_in_line(rows: Rows) -> bool:
    """Say whether any three pieces stand on one straight line."""
    return any((c - a) * (f - b) == (e - a) * (d - b) for (a, b), (c, d), (e, f) in combinations(pieces_of(rows), 3))


def is_arrangement(puzzle: str, given: Rows, pieces: int, rows: Rows) -> bool:
    """Say whether rows of 0, 1 and 2 are an arrangement for a board that was given."""
    if [len(row) for row in rows] != [len(row) for row in given]:
        return False
    pairs = [
        (cell, was) for row, before in zip(rows, given, strict=True) for cell, was in zip(row, before, strict=True)
    ]
    if any((cell == 2) != (was == 2) or cell not in (0, 1, 2) for cell, was in pairs):
        return False
    placed = len(pieces_of(rows)) == pieces
    return placed and not attack(rows) and not (puzzle == "spies" and three_in_line(rows))


def of_columns(columns: Sequence[int]) -> list[list[int]]:
    """Return the board of one piece in each row, whose columns count from 1."""
    return [[int(c == column) for c in range(1, len(columns) + 1)] for column in columns]


@cache
def every_queens(n: int) -> frozenset[tuple[int, ...]]:
    """Return all arrangements of n queens as columns that count from 1."""
    return frozenset(_queens(n, ()))


def _queens(n: int, columns: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    row = len(columns)
    if row == n:
        yield columns
        return
    for column in range(1, n + 1):
        if all(column != c and abs(column - c) != row - r for r, c in enumerate(columns)):
            yield from _queens(n, (*columns, column))


@cache
def found(puzzle: str, given: tuple[tuple[int, ...], ...], pieces: int) -> tuple[tuple[int, ...], ...]:
    """Return an arrangement, or nothing where there is none; by trying all."""
    if puzzle != "lizards":
        made = map(of_columns, every_queens(len(given)))
        rows = next((rows for rows in made if is_arrangement(puzzle, given, pieces, rows)), [])
    else:
        rows = [list(row) for row in given]
        rows = rows if _place(rows, 0, pieces) else []
    return tuple(map(tuple, rows))


def _place(rows: list[list[int]], at: int, left: int) -> bool:
    if not left:
        return True
    n = len(rows)
    for cell in range(at, n * n):
        r, c = divmod(cell, n)
        if rows[r][c] == 0 and not any(see(one, (r, c), rows) for one in pieces_of(rows)):
            rows[r][c] = 1
            if _place(rows, cell + 1, left - 1):
                return True
            rows[r][c] = 0
    return False


# --- answers ----------------------------------------------------------------------------------------------------------
def is_right(puzzle: str, case: bytes, answer: bytes) -> bool:
    """Say whether an answer, perhaps with small deviations in its form, is right for a case."""
    _, size, pieces, *drawn = case.decode().split()
    given = tuple(tuple(map(int, row)) for row in drawn)
    lines = lines_of(answer)
    if not lines:
        return False
    if puzzle == "all-queens":
        return _is_list(int(size), lines)
    if lines[0].upper() == "FAIL":
        return not found(puzzle, given, int(pieces))
    if lines[0].upper() == "OK":
        rows = ["".join(line.split()) for line in lines[1 : 1 + int(size)]]
        cells = [[int(cell) for cell in row] for row in rows if row.isascii() and row.isdigit()]
        return is_arrangement(puzzle, given, int(pieces), cells)
    words = lines[0].split()
    if puzzle != "spies" or len(words) != int(size) or not all(word.isdigit() for word in words):
        return False
    return is_arrangement(puzzle, given, int(pieces), of_columns([int(word) for word in words]))


def _is_list(n: int, lines: Sequence[str]) -> bool:
    if lines[0].upper() == "FAIL":
        return not every_queens(n)
    if not lines[0].isdigit() or int(lines[0]) != len(every_queens(n)):
        return False
    words = [line.split() for line in lines[1 : 1 + int(lines[0])]]
    if not all(word.isdigit() for row in words for word in row):
        return False
    listed = [tuple(map(int, row)) for row in words]
    return len(listed) == int(lines[0]) and set(listed) == every_queens(n)


def lines_of(answer: bytes) -> list[str]:
    """Return the lines of an answer without blanks around them, and without blank lines."""
    text = answer.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    return [line.strip(" \t") for line in text.split("\n") if line.strip(" \t")]
