"""The arguments of `solve`, read from the pipe of a case: everything but the lengths is known before it comes.

What is done here once the case is there is on the submission's clock: two reads of the pipe for the homework's four.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from judge.sandbox import protocol
from judge.sandbox.inside.desk import Desk

Place = Callable[[int], Any]  # returns int8 cells, so many, for the board


class Arguments:
    """Reads cases whose arguments have these types."""

    def __init__(self, types: Sequence[protocol.Argument]) -> None:
        import numpy as np

        self._head = protocol.head_of(types)
        self._types = [(base, axes, np.dtype(base) if axes else None) for base, axes in types]

    def parse(self, case: bytes) -> list[Any]:
        """Return the arguments of a warm-up, whose board is behind the rest. Each call makes them anew."""
        import numpy as np

        values = _Values(self._types, self._head.unpack_from(case), lambda size: np.empty(size, np.int8))
        at = self._head.size
        for buffer in values.buffers:
            view = memoryview(buffer).cast("B")
            view[:] = case[at : at + len(view)]
            at += len(view)
        return values.whole()

    def read(self, fd: int, desk: Desk) -> list[Any]:
        """Return those of the case that comes, with the board where the desk has a place for it."""
        head = bytearray(self._head.size)
        read_into(fd, [head])
        values = _Values(self._types, self._head.unpack(head), desk.place)
        if values.board is not None and desk.has_shared(values.board.size):
            read_into(fd, values.buffers[:-1])
            desk.take(values.board)
        else:
            read_into(fd, values.buffers)
        return values.whole()


class _Values:
    """The arguments, each str and array as the bytes that are still to come: `buffers`, the `board` last."""

    def __init__(self, types: Sequence[tuple[str, int, Any]], head: Sequence[Any], place: Place) -> None:
        self.types = types
        self.buffers: list[Any] = []
        self.board: Any = None
        self.values: list[Any] = []
        self.shapes: list[Sequence[int]] = []
        sizes: list[int] = []
        at = 0
        for _, axes, dtype in types:
            numbers = head[at : at + (axes or 1)]
            at += axes or 1
            size = dtype.itemsize if axes else 0
            for length in numbers if axes else ():
                size *= length
            self.values.append(numbers[0])
            self.shapes.append(numbers)
            sizes.append(size)
        self._lay(sizes, place)

    def _lay(self, sizes: Sequence[int], place: Place) -> None:
        board = protocol.board_of(sizes)
        for index, (base, axes, _) in enumerate(self.types):
            if axes and index != board:
                self.values[index] = bytearray(sizes[index])
            elif base == "str":
                self.values[index] = bytearray(self.values[index])
            else:
                continue
            self.buffers.append(self.values[index])
        if board >= 0:
            self.values[board] = self.board = place(sizes[board])
            self.buffers.append(self.board)

    def whole(self) -> list[Any]:
        """Return the arguments as `solve` takes them, once the bytes are there."""
        import numpy as np

        for index, (base, axes, dtype) in enumerate(self.types):
            value = self.values[index]
            if axes:
                cells = value if value is self.board else np.frombuffer(value, np.int8)
                self.values[index] = cells.view(dtype).reshape(self.shapes[index])
            elif base == "str":
                self.values[index] = value.decode()
        return self.values


def read_into(fd: int, buffers: Sequence[Any]) -> None:
    """Fill the buffers from a pipe; ends this process where the judge is gone."""
    views = [memoryview(buffer).cast("B") for buffer in buffers if len(buffer)]
    while views:
        got = os.readv(fd, views)
        if not got:
            os._exit(1)
        while views and got >= len(views[0]):
            got -= len(views.pop(0))
        if got:
            views[0] = views[0][got:]
