"""The arguments of `solve`, as they come in. Inside the box.

They come from the pipe of a case: everything but the lengths is known before it comes. What is done here once the case
is there is on the submission's clock: two reads of the pipe, mostly, and one walk over the types. Where one of them is
a table, that is the board, and no walk is needed: 10 us less. All of it is rehearsed before, so its code is in memory
by then.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final

from judge.sandbox import protocol
from judge.sandbox.inside.desk import Desk

Fill = Callable[[Any], object]  # fills a buffer with the next bytes of a case

_SMALLEST: Final = {"int": 0, "str": ""}


class Arguments:
    """Reads cases whose arguments have these types. The board lies where the `desk` has a place for it."""

    def __init__(self, types: Sequence[protocol.Argument], desk: Desk) -> None:
        import numpy as np

        self._desk, self._table = desk, np.frombuffer
        head = protocol.head_of(types)
        self._unpack, self._behind = head.unpack_from, head.size
        self._types = [(base == "str", None if base in _SMALLEST else np.dtype(base)) for base in types]
        smallest = [_SMALLEST[base] if base in _SMALLEST else np.zeros((1, 1), base) for base in types]
        self._smallest = b"".join(protocol.pack_case(types, smallest))
        widths = [2 if dtype else 1 for _, dtype in self._types]
        self._places = [sum(widths[:index]) for index in range(len(widths))]  # in the head
        self._texts = [index for index, base in enumerate(types) if base == "str"]
        self._tables = [(index, dtype) for index, (_, dtype) in enumerate(self._types) if dtype]

    def parse(self, case: bytes) -> list[Any]:
        """Return the arguments of a warm-up, whose board is behind the rest. Each call makes them anew."""
        return self._values(io.BytesIO(case).readinto)

    def read(self, fd: int) -> list[Any]:
        """Return those of the case that comes."""
        if len(self._tables) == 1:
            return self._read_one_table(fd)
        return self._values(lambda buffer: read_into(fd, buffer))

    def rehearse(self) -> None:
        """Read a case of one cell from a pipe of our own: the first time costs ten times as much as any other."""
        ours, theirs = os.pipe()
        os.write(theirs, self._smallest)
        self.read(ours)
        os.close(ours)
        os.close(theirs)

    def _read_one_table(self, fd: int) -> list[Any]:
        """Return what `_values` would, where one table alone is among the arguments."""
        data = bytearray(max(protocol.FIRST, self._behind))
        read_into(fd, data)
        numbers = self._unpack(data)
        values: list[Any] = [numbers[place] for place in self._places]
        end = self._behind
        for index in self._texts:
            begin, end = end, end + values[index]
            if end > len(data):
                rest = bytearray(end - len(data))
                read_into(fd, rest)
                data += rest
            values[index] = data[begin:end].decode()
        [(index, dtype)] = self._tables
        rows, columns = values[index], numbers[self._places[index] + 1]
        cells = self._desk.place(dtype.itemsize * rows * columns)
        if self._desk.has_shared(cells.size):
            self._desk.take(cells)
        else:
            read_into(fd, cells)
        values[index] = cells.view(dtype).reshape(rows, columns)
        return values

    def _values(self, fill: Fill) -> list[Any]:
        data = bytearray(max(protocol.FIRST, self._behind))
        fill(data)
        numbers, at = self._unpack(data), 0
        values: list[Any] = []
        sizes: list[int] = []  # of what comes behind the head
        arrays: list[int] = []
        for is_text, dtype in self._types:
            lengths = numbers[at : at + (2 if dtype else 1)]
            at += len(lengths)
            values.append(lengths if dtype else lengths[0])
            sizes.append(dtype.itemsize * prod(lengths) if dtype else lengths[0] if is_text else 0)
            arrays.append(sizes[-1] if dtype else 0)
        board = protocol.board_of(arrays)
        if board >= 0:
            sizes[board] = 0
        lacking = self._behind + sum(sizes) - len(data)
        if lacking > 0:
            rest = bytearray(lacking)
            fill(rest)
            data += rest
        behind = self._behind
        for index, (is_text, dtype) in enumerate(self._types):
            if index == board:
                values[index] = self._board(arrays[index], fill).view(dtype).reshape(values[index])
            elif is_text or dtype:
                piece = data[behind : behind + sizes[index]]
                behind += sizes[index]
                values[index] = piece.decode() if is_text else self._table(piece, dtype).reshape(values[index])
        return values

    def _board(self, size: int, fill: Fill) -> Any:
        """Return the bytes of the board, which come last, where they lie."""
        cells = self._desk.place(size)
        if self._desk.has_shared(size):
            self._desk.take(cells)
        else:
            fill(cells.data)
        return cells


def read_into(fd: int, buffer: Any) -> None:
    """Fill a buffer from a pipe; ends this process where the judge is gone."""
    view = memoryview(buffer)
    while view:
        got = os.readv(fd, [view])
        if not got:
            os._exit(1)
        view = view[got:]
