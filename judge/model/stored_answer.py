"""What a submission answered to a case, small enough to be kept with its result; each as one word of text."""

from __future__ import annotations

import base64
import zlib
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from judge.model.case import Answer, Instance

if TYPE_CHECKING:
    import numpy as np

    _Table = np.ndarray[Any, np.dtype[Any]]

_CELL = "int8"
_FAIL, _COUNT, _BOARD = "FAIL", "COUNT", "BOARD"
_DIGITS = 400  # of a number that somebody says; more than any board has arrangements


class Given(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer: that there is none, a number of arrangements, or a board of `rows` x `columns` cells.

    `cells` are 0 free, 1 piece, 2 tree, row by row, as `Packed` has them. All of it is empty where the answer was
    too large to be kept. A square board says its rows alone, under the name that older judges read and wrote.
    """

    class Packed(msgspec.Struct, frozen=True):
        """A board as text: its size, which is a square's side, else as 6x8, a blank, and its cells: deflated, in
        base64."""

        WEIGHT: ClassVar = "<i8"  # the kind of number that a cell's weight is; others are int8
        rows: int
        columns: int
        cells: str

        @classmethod
        def of(cls, board: _Table, kind: str = _CELL) -> Given.Packed:
            """Return a board as numbers of this `kind`.

            Runs of one value are all that is looked for: nine times as fast on a large board as to look for patterns,
            and hardly longer.
            """
            deflater = zlib.compressobj(strategy=zlib.Z_RLE)
            data = deflater.compress(board.astype(kind).tobytes()) + deflater.flush()
            rows, columns = board.shape
            return cls(rows, columns, base64.b64encode(data).decode("ascii"))

        @classmethod
        def in_text(cls, text: str) -> Given.Packed:
            """Return what a text names; its cells are not looked at. ValueError where its size is none."""
            size, _, cells = text.partition(" ")
            rows, _, columns = size.partition("x")
            shape = _whole(rows), _whole(columns or rows)
            if min(shape) < 1:
                message = f"a side of {min(shape)}"
                raise ValueError(message)
            return cls(*shape, cells)

        @property
        def text(self) -> str:
            """Return it as one text."""
            size = f"{self.rows}" if self.rows == self.columns else f"{self.rows}x{self.columns}"
            return f"{size} {self.cells}"

        def board(self, kind: str = _CELL) -> _Table:
            """Return the board of numbers of this `kind`. ValueError where the cells are none, or not so many."""
            import numpy as np

            each = np.dtype(kind).itemsize
            size = self.rows * self.columns * each
            inflater = zlib.decompressobj()
            try:
                data = inflater.decompress(base64.b64decode(self.cells, validate=True), size + 1)
            except zlib.error as error:
                raise ValueError(str(error)) from error
            if len(data) != size:
                message = f"{len(data) // each} cells instead of {self.rows} x {self.columns}"
                raise ValueError(message)
            return np.frombuffer(data, dtype=kind).reshape((self.rows, self.columns)).copy()

    MOST_SIDE: ClassVar = 64  # of a board that is kept; of a larger one nobody would tell two arrangements apart
    fail: bool = False
    count: int | None = None
    rows: int = msgspec.field(default=0, name="side")
    cells: str = ""
    columns: int = 0  # 0 for as many as rows

    @classmethod
    def of(cls, answer: Answer, shape: tuple[int, int]) -> Given | None:
        """Return what was answered to a case of this shape: FAIL, a number, or one board. None for a text, and for what
        is no board of that shape."""
        if answer.fail:
            return cls(fail=True)
        if answer.count is not None:
            return cls(count=answer.count)
        if answer.columns is not None and len(answer.columns) != 1:
            return cls(count=len(answer.columns))
        board = answer.drawn(shape)
        return None if board is None or board.shape != shape or shape[0] == 0 else cls.of_board(board)

    @classmethod
    def of_board(cls, board: _Table) -> Given | None:
        """Return a board, of a large one only that there is one; None where a cell is neither free nor taken."""
        rows, columns = board.shape
        if max(rows, columns) > cls.MOST_SIDE:
            return cls()
        if not Instance.takes(board):
            return None
        return cls(rows=rows, cells=Given.Packed.of(board).cells, columns=0 if columns == rows else columns)

    @classmethod
    def in_text(cls, text: str) -> Given:
        """Return the answer that `text` says. ValueError for what is none."""
        kind, _, rest = text.partition(" ")
        if text == _FAIL:
            return cls(fail=True)
        if text == _BOARD:
            return cls()
        if kind == _COUNT:
            return cls(count=_whole(rest))
        if kind != _BOARD or max((board := Given.Packed.in_text(rest)).rows, board.columns) > cls.MOST_SIDE:
            message = f"expected {_FAIL}, {_COUNT} or {_BOARD} with a side of at most {cls.MOST_SIDE}"
            raise ValueError(message)
        if (found := cls.of_board(board.board())) is None:
            message = "a cell is not 0, 1, 2 or 3"
            raise ValueError(message)
        return msgspec.structs.replace(found, cells=board.cells)

    @property
    def text(self) -> str:
        """Return it as text: FAIL, COUNT and a number, BOARD and the board; BOARD alone where it was too large."""
        if self.fail:
            return _FAIL
        if self.count is not None:
            return f"{_COUNT} {self.count}"
        return f"{_BOARD} {self._packed.text}" if self.rows else _BOARD

    @property
    def _packed(self) -> Given.Packed:
        return Given.Packed(self.rows, self.columns or self.rows, self.cells)

    def board(self) -> np.ndarray[Any, np.dtype[np.int8]] | None:
        """Return the board as int8 (rows, columns); None where it is none."""
        return self._packed.board() if self.rows else None


def _whole(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS):
        message = f"expected a whole number, got {text[:20]!r}"
        raise ValueError(message)
    return int(text)
