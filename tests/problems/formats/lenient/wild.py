"""How programs of other languages and courses print a board: a small writer for each shape, of any size."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from judge.problems.formats.page import Cells


def rows_of(board: Cells, signs: str = "01", between: str = " ") -> list[str]:
    return [between.join(signs[cell] for cell in row) for row in board.tolist()]


def places(board: Cells, base: int = 0) -> list[tuple[int, int]]:
    return [(int(row) + base, int(column) + base) for row, column in np.argwhere(board == 1)]


def fen(board: Cells, piece: str = "q") -> str:
    def rank(row: list[int]) -> str:
        said, free = "", 0
        for cell in row:
            free = 0 if cell else free + 1
            said = said[: -len(str(free - 1))] + str(free) if free > 1 else said + (str(free) if free else piece)
        return said

    return "/".join(map(rank, (board == 1).astype(int).tolist()))


def r_matrix(board: Cells, width: int = 37) -> str:
    n, m = board.shape
    said = ""
    for first in range(0, m, width):
        columns = range(first, min(first + width, m))
        said += " " * 5 + " ".join(f"[,{column + 1}]" for column in columns) + "\n"
        for row in range(n):
            said += f"{f'[{row + 1},]':>5}" + "".join(f"{int(board[row, column] == 1):5}" for column in columns) + "\n"
    return said


def sat(board: Cells, per_line: int = 12) -> str:
    words = [str(at if cell == 1 else -at) for at, cell in enumerate(board.reshape(-1).tolist(), 1)] + ["0"]
    parts = [words[at : at + per_line] for at in range(0, len(words), per_line)]
    return "c solver 1.0\ns SATISFIABLE\n" + "".join(f"v {' '.join(part)}\n" for part in parts)


def numpy_text(board: Cells, kind: type) -> str:
    with np.printoptions(threshold=10**6, linewidth=75):
        return str(board.astype(kind))


def numpy_repr(board: Cells, kind: type) -> str:
    with np.printoptions(threshold=10**6, linewidth=75):
        return repr(board.astype(kind))


# Of a board with pieces alone, at least 2 x 2; each shows which cells hold a piece.
BOARDS: dict[str, Callable[[Cells], str]] = {
    "numpy floats": lambda board: numpy_text(board, float) + "\n",
    "numpy floats, repr": lambda board: numpy_repr(board, float),
    "numpy bools": lambda board: numpy_text(board, bool) + "\n",
    "numpy bools, repr": lambda board: "answer = " + numpy_repr(board, bool),
    "numpy int8, repr": lambda board: numpy_repr(board, np.int8),
    "lists of floats": lambda board: str(board.astype(float).tolist()),
    "lists of bools": lambda board: str(board.astype(bool).tolist()) + "\n",
    "JSON of bools": lambda board: str(board.astype(bool).tolist()).lower().replace(" ", ""),
    "bools, a row a line": lambda board: "".join(f"{' '.join(map(str, row))}\n" for row in board.astype(bool).tolist()),
    "boxes of brackets": lambda board: "".join(
        "".join("[Q]" if cell else "[ ]" for cell in row) + "\n" for row in board.tolist()
    ),
    "boxes with blanks between": lambda board: "".join(
        " ".join("[X]" if cell else "[]" for cell in row) + "\r\n" for row in board.tolist()
    ),
}
NOT_READ_ANY_MORE: tuple[Callable[[Cells], str], ...] = (
    r_matrix,
    lambda board: r_matrix(board, 3),
    lambda board: f"{fen(board)}\n",
    lambda board: f"FEN: {fen(board, 'N')} w - - 0 1\n",
    sat,
)
