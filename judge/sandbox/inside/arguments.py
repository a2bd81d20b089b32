"""The arguments of `solve`, read from the pipe of a case: everything but the lengths is known before it comes.

What is done here once the case is there is on the submission's clock: two reads of the pipe, mostly, and one walk over
the types. The homework's types are most of all that is ever read, so they need no walk. All of it is rehearsed before,
so its code is in memory by then.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Final

from judge.sandbox import protocol
from judge.sandbox.inside.desk import Desk

More = Callable[[int], bytearray]  # the next bytes, so many
Place = Callable[[int], Any]  # where so many bytes of the board are to lie, as int8
Fill = Callable[[Any], None]  # lays the board there

_NOTHING: Final = {"int": 0, "float": 0.0, "bool": False, "str": ""}


class Arguments:
    """Reads cases whose arguments have these types."""

    def __init__(self, types: Sequence[protocol.Argument]) -> None:
        import numpy as np

        head = protocol.head_of(types)
        self._unpack, self._behind = head.unpack_from, head.size
        self._types = [(base == "str", axes, np.dtype(base) if axes else None) for base, axes in types]
        smallest = [np.zeros((1,) * axes, base) if axes else _NOTHING[base] for base, axes in types]
        self._smallest = b"".join(protocol.pack_case(types, smallest))
        self._homework = tuple(types) == protocol.HOMEWORK

    def parse(self, case: bytes) -> list[Any]:
        """Return the arguments of a warm-up, whose board is behind the rest. Each call makes them anew."""
        import numpy as np

        at = 0

        def more(size: int) -> bytearray:
            nonlocal at
            at += size
            return bytearray(case[at - size : at])

        def fill(board: Any) -> None:
            board.data.cast("B")[:] = more(board.size)

        return self._values(more, lambda size: np.empty(size, np.int8), fill)

    def read(self, fd: int, desk: Desk) -> list[Any]:
        """Return those of the case that comes, with the board where the desk has a place for it."""
        if self._homework:
            return self._read_homework(fd, desk)

        def more(size: int) -> bytearray:
            data = bytearray(size)
            read_into(fd, data)
            return data

        def fill(board: Any) -> None:
            if desk.has_shared(board.size):
                desk.take(board)
            else:
                read_into(fd, board.data)

        return self._values(more, desk.place, fill)

    def _read_homework(self, fd: int, desk: Desk) -> list[Any]:
        """Return (algorithm, n, pieces, grid), as `_values` would, without a walk over the types: half the time."""
        data = bytearray(protocol.FIRST)
        read_into(fd, data)
        length, n, pieces, rows, columns = self._unpack(data)
        end = self._behind + length
        if end > len(data):
            rest = bytearray(end - len(data))
            read_into(fd, rest)
            data += rest
        cells = desk.place(rows * columns)
        if desk.has_shared(cells.size):
            desk.take(cells)
        else:
            read_into(fd, cells)
        return [data[self._behind : end].decode(), n, pieces, cells.reshape(rows, columns)]

    def rehearse(self, desk: Desk) -> None:
        """Read a case of one cell from a pipe of our own: the first time costs ten times as much as any other."""
        ours, theirs = os.pipe()
        os.write(theirs, self._smallest)
        self.read(ours, desk)
        os.close(ours)
        os.close(theirs)

    def _values(self, more: More, place: Place, fill: Fill) -> list[Any]:
        data, behind = more(protocol.FIRST if self._behind < protocol.FIRST else self._behind), self._behind
        numbers, at = self._unpack(data), 0
        values: list[Any] = []
        sizes: list[int] = []  # of what comes behind the head
        arrays: list[int] = []
        for is_text, axes, dtype in self._types:
            number = numbers[at]
            if dtype is None:
                values.append(number)
                sizes.append(number if is_text else 0)
                arrays.append(0)
                at += 1
            else:
                size = dtype.itemsize * number * (numbers[at + 1] if axes == 2 else 1)
                values.append(numbers[at : at + axes])
                sizes.append(size)
                arrays.append(size)
                at += axes
        board = protocol.board_of(arrays)
        if board >= 0:
            sizes[board] = 0
        lacking = behind + sum(sizes) - len(data)
        if lacking > 0:
            data += more(lacking)
        for index, (is_text, _, dtype) in enumerate(self._types):
            if index == board:
                cells = place(arrays[board])
                shape = values[board]
                values[board] = cells.view(dtype).reshape(shape)
                fill(cells)
            elif is_text or dtype is not None:
                piece = data[behind : behind + sizes[index]]
                behind += sizes[index]
                values[index] = piece.decode() if is_text else _table(piece, dtype, values[index])
        return values


def _table(data: bytearray, dtype: Any, shape: Sequence[int]) -> Any:
    import numpy as np

    return np.frombuffer(data, dtype).reshape(shape)


def read_into(fd: int, buffer: Any) -> None:
    """Fill a buffer from a pipe; ends this process where the judge is gone."""
    view = memoryview(buffer)
    while view:
        got = os.readv(fd, [view])
        if not got:
            os._exit(1)
        view = view[got:]
