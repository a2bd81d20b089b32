"""The nouns of a case: the board that is given, what somebody answered, and both as a package keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from judge.model.verdict import ReadWarning

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]
    Value = str | int | bool | Array

_HIGHEST = 3  # of what a cell holds: free, a piece, a tree, closed


class Instance(msgspec.Struct, frozen=True, eq=False):
    """What an input.txt says. `grid` is int8, C-contiguous, (n, columns): 0 free, 1 a piece that is given, 2 tree, 3 a
    cell that must stay empty and blocks nothing.

    `layer`, int64 of the same shape, holds what a puzzle says of each cell beside: its weight, or its region.
    """

    Algorithm = Literal["BFS", "DFS", "SA", "ANY"]

    class Layer(msgspec.Struct, frozen=True, eq=False):
        """A number for each cell, in the shape of the board; `parted` where cells of one number are one region."""

        numbers: Any
        parted: bool

        @classmethod
        def of(cls, board: Instance | None, *, parted: bool) -> Instance.Layer | None:
            """Return the layer of a case; None where it has none."""
            return cls(board.layer, parted) if board is not None and board.layer is not None else None

    algorithm: Algorithm
    n: int  # rows
    pieces: int
    grid: np.ndarray[Any, np.dtype[np.int8]]
    layer: np.ndarray[Any, np.dtype[np.int64]] | None = None

    @staticmethod
    def takes(grid: np.ndarray[Any, np.dtype[np.int8]]) -> bool:
        """Say whether every cell is one of the four that a board has."""
        return bool(((grid >= 0) & (grid <= _HIGHEST)).all())

    @property
    def wanted_algorithm(self) -> str:
        """Return the algorithm that is asked for; empty where any will do."""
        return "" if self.algorithm == "ANY" else self.algorithm

    @property
    def columns(self) -> int:
        """Return how many columns the board has: as many as rows, in most puzzles."""
        return int(self.grid.shape[1])

    @property
    def shape(self) -> tuple[int, int]:
        """Return rows and columns."""
        return self.n, self.columns

    @property
    def cells(self) -> bytes:
        """Return what is said of the cells, by which a board is the same as another one of its shape."""
        return self.grid.tobytes() + (b"" if self.layer is None else self.layer.tobytes())


class Answer(msgspec.Struct, frozen=True, eq=False):
    """What a submission answered, from whichever source; exactly one of the five kinds.

    `board`: int8, of the shape of the case's, 0/1/2.  `columns`: integer (k, n), 0-based, one arrangement a row
    (spies: k = 1).
    `count`: the number of arrangements.  `fail`: it says that there is none.
    `text`: what it wrote, byte for byte, to a problem that is about no board.
    `others`: what it says beside that, in the same form. It is right only if all of them are.
    """

    fail: bool = False
    board: np.ndarray[Any, np.dtype[np.int8]] | None = None
    columns: np.ndarray[Any, np.dtype[np.int64]] | None = None
    count: int | None = None
    first_line: int = 0  # the line of the text that holds row 1; 0 when the answer was no text
    lines: tuple[int, ...] = ()  # of each row, where blank lines stand between them
    warnings: tuple[ReadWarning, ...] = ()
    text: bytes | None = None
    others: tuple[Answer, ...] = ()
    file: str = "output.txt"  # what messages call the text

    def drawn(self, shape: tuple[int, int]) -> np.ndarray[Any, np.dtype[np.int8]] | None:
        """Return it as a board of this shape to look at; None where it is no board, or more than one."""
        import numpy as np

        columns, (n, width) = self.columns, shape
        if self.board is not None or columns is None or columns.shape != (1, n):
            return self.board
        if ((columns < 0) | (columns >= width)).any():
            return None
        board = np.zeros(shape, dtype=np.int8)
        board[np.arange(n), columns[0]] = 1
        return board

    def line_of(self, row: int) -> int:
        """Return the line of the text that holds a row, which counts from 0; `first_line` must be known."""
        return self.lines[row] if self.lines else self.first_line + row


class Case(msgspec.Struct, frozen=True, eq=False):
    """One case of a package; `answer` is what answer.txt says, None where there is none.

    Where the problem is about no board, `text` is the input, byte for byte, and `board` has no cell.
    """

    name: str
    group: str
    board: Instance
    answer: Answer | None = None
    why_fail: str = ""  # how answer.txt says that FAIL was proven
    text: bytes | None = None
    as_is: bytes | None = None  # the file, where the judge would write the board in other bytes

    @property
    def place(self) -> tuple[str, str]:
        """Return group and name, which no other case has."""
        return self.group, self.name

    @property
    def path(self) -> str:
        """Return the same as people write it: group/name."""
        return f"{self.group}/{self.name}"
