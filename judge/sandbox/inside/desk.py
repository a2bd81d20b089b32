"""Where a case lies in an attempt, and how a large answer leaves it: memory that is there before either comes.

The shared memory is mapped before the seal, and no descriptor is left of it. It is only a way: the board is copied from
it to where the attempt's own memory is, which a fork does not share.
"""

from __future__ import annotations

import ctypes
import mmap
import os
from typing import TYPE_CHECKING, Any

from judge.sandbox.inside.heap import Heap
from judge.sandbox.inside.syscall import libc
from judge.sandbox.protocol import Room

if TYPE_CHECKING:
    import numpy as np

MAP_POPULATE = 0x8000


class Desk:
    """The place for a board of the class that `room` says; `fd` is the shared memory, if any; `heap` is beside it."""

    def __init__(self, room: Room, fd: int, heap: Heap) -> None:
        import numpy as np

        self.heap = heap
        self._place = np.full(room.board_bytes, 1, np.int8)  # touched now: a fault on arrival would be on the clock
        shared = _mapped(fd, room.shared_bytes) if room.shared_bytes else b""
        self._shared = np.frombuffer(shared, np.int8)

    def place(self, cells: int) -> np.ndarray[Any, np.dtype[np.int8]]:
        """Return where this many cells are to lie."""
        import numpy as np

        return self._place[:cells] if cells <= self._place.size else np.empty(cells, np.int8)

    def has_shared(self, cells: int) -> bool:
        """Say whether so many cells go by shared memory: in and out, both sides know it by this."""
        return 0 < cells <= self._shared.size

    def take(self, board: Any) -> None:
        """Copy what the judge has laid into the shared memory."""
        board[:] = self._shared[: board.size]

    def give(self, answer: Any) -> None:
        """Copy an answer to where the judge will read it."""
        self._shared[: answer.size].reshape(answer.shape)[:] = answer


def _mapped(fd: int, size: int) -> memoryview:
    """Map this memory and close its descriptor. `mmap.mmap` would keep one of its own."""
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    address = libc.mmap(None, size, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_SHARED | MAP_POPULATE, fd, 0)
    if address in (None, ctypes.c_void_p(-1).value):
        code = ctypes.get_errno()
        raise OSError(code, f"mmap: {os.strerror(code)}")
    os.close(fd)
    return memoryview((ctypes.c_char * size).from_address(address)).cast("B")
