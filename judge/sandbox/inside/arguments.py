"""The arguments of `solve`, as they come in. Inside the box.

They come from the pipe of a case: everything but the lengths is known before it comes. What is done here once the case
is there is on the submission's clock: two reads of the pipe, mostly. Where one argument is a table, that is the board,
and nothing has to be found out. All of it is rehearsed before, so its code is in memory by then.
"""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final

from judge.sandbox import protocol
from judge.sandbox.inside.desk import Desk

Fill = Callable[[Any, Any], object]  # fills a buffer with the next bytes of a source

_SMALLEST: Final = {"int": 0, "str": ""}


class Arguments:
    """Reads cases whose arguments have these types. The board lies where the `desk` has a place for it."""

    def __init__(self, types: Sequence[protocol.Argument], desk: Desk) -> None:
        import numpy as np

        self._desk, self._table = desk, np.frombuffer
        head = protocol.head_of(types)
        self._unpack, self._behind, self._first = head.unpack_from, head.size, max(protocol.FIRST, head.size)
        smallest = [_SMALLEST[base] if base in _SMALLEST else np.zeros((1, 1), base) for base in types]
        self._smallest = b"".join(protocol.pack_case(types, smallest))
        self._dtypes: list[Any] = [None if base in _SMALLEST else np.dtype(base) for base in types]
        starts = itertools.accumulate((2 if dtype else 1 for dtype in self._dtypes), initial=0)  # in the head
        self._places = [slice(at, at + 2) if dtype else at for at, dtype in zip(starts, self._dtypes, strict=False)]
        self._tables = [index for index, dtype in enumerate(self._dtypes) if dtype]
        self._parts = [index for index, base in enumerate(types) if base != "int"]  # what comes behind the head
        if len(self._tables) == 1:
            self._parts.remove(self._tables[0])

    def parse(self, case: bytes) -> list[Any]:
        """Return the arguments of a warm-up, whose board is behind the rest. Each call makes them anew."""
        return self._values(io.BytesIO.readinto, io.BytesIO(case))

    def read(self, fd: int) -> list[Any]:
        """Return those of the case that comes."""
        return self._values(read_into, fd)

    def rehearse(self) -> None:
        """Read a case of one cell from a pipe of our own: the first time costs ten times as much as any other."""
        ours, theirs = os.pipe()
        os.write(theirs, self._smallest)
        self.read(ours)
        os.close(ours)
        os.close(theirs)

    def _values(self, fill: Fill, source: Any) -> list[Any]:
        data, end = bytearray(self._first), self._behind
        fill(source, data)
        numbers = self._unpack(data)
        values: list[Any] = [numbers[place] for place in self._places]  # of a str its length, of a table its shape
        board = self._tables[0] if len(self._tables) == 1 else self._largest(values)
        for index in self._parts:
            if index != board:
                dtype, value = self._dtypes[index], values[index]
                begin, end = end, end + (dtype.itemsize * prod(value) if dtype else value)
                if end > len(data):
                    rest = bytearray(end - len(data))
                    fill(source, rest)
                    data += rest
                part = data[begin:end]
                values[index] = self._table(part, dtype).reshape(value) if dtype else part.decode()
        if board >= 0:
            dtype, shape = self._dtypes[board], values[board]
            cells = self._desk.place(dtype.itemsize * shape[0] * shape[1])
            if self._desk.has_shared(cells.size):
                self._desk.take(cells)
            else:
                fill(source, cells)
            values[board] = cells.view(dtype).reshape(shape)
        return values

    def _largest(self, values: Sequence[Any]) -> int:
        """Return which of several tables is the board; -1 where there is none."""
        sizes = zip(self._dtypes, values, strict=True)
        return protocol.board_of([dtype.itemsize * prod(value) if dtype else 0 for dtype, value in sizes])


def read_into(fd: int, buffer: Any) -> None:
    """Fill a buffer from a pipe; ends this process where the judge is gone."""
    view = memoryview(buffer)
    while view:
        got = os.readv(fd, [view])
        if not got:
            os._exit(1)
        view = view[got:]
