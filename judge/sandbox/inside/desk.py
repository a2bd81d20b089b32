"""What lies ready in an attempt before a submission is loaded: a heap, a place for the board, and shared memory.

Of glibc malloc is told to keep what it has, and to take arrays from the heap instead of mapping each. Then the heap
grows once, its new part is touched, in huge pages where there are any, and numpy's own calls go over it.

At last the kernel is told that it may take this part back (MADV_FREE). It does so only where the box reaches its limit
on memory, so what is ready is not charged to that. And it tells how much of it nobody has written to since: that is
not the submission's (see provision.py). A page that is written to is simply used again, without a fault.

Loading a submission cools the caches. So the first part of the heap is held back until that is over, and numpy goes
over it once more: a greedy search of 1000 x 1000 then takes 0.95 ms instead of 1.24. It is the judge's alone until
then, so the kernel may be told once more that nothing is in it.

The shared memory is mapped before the seal, and no descriptor is left of it. It is only a way: the board is copied from
it to where the attempt's own memory is, which a fork does not share.
"""

from __future__ import annotations

import ctypes
import mmap
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from judge.sandbox.inside.syscall import libc
from judge.sandbox.protocol import HUGE_PAGE, Room

if TYPE_CHECKING:
    import numpy as np

MAP_POPULATE = 0x8000
M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_THRESHOLD = -1, -2, -3
MMAP_BYTES = 32 << 20  # the most that glibc takes, and where its own adapting threshold ends
TRIM_BYTES = 256 << 20
PAD_BYTES = 1 << 20
CHUNK_BYTES = 4 << 20  # more than lies free in the heap of a zygote
CHUNKS = 8
PAGE = 4096
HEADER = 8  # bytes that malloc lays before what it gives
LINKS = 64  # bytes at both ends of a block in which malloc notes that it is free
MADV_FREE, MADV_HUGEPAGE, MADV_POPULATE_WRITE = 8, 14, 23
CALLS = {"malloc": 1, "free": 1, "sbrk": 1, "madvise": 3}
WARM_SIDE = 1024  # for more the caches of a core are too small anyway
WARM_BYTES_A_CELL = 8  # of the arrays that warm_up has at one time
HAS_HEAP = hasattr(libc, "mallopt")
# By the number of words that they take, to return one; made once, as a zygote is where this is imported first.
_words = [ctypes.CFUNCTYPE(ctypes.c_size_t, *[ctypes.c_size_t] * count) for count in range(4)]
_calls = {name: _words[count]((name, libc)) for name, count in CALLS.items()} if HAS_HEAP else {}


class Desk:
    """As much as `room` says, whose shared memory, if any, is in `fd`."""

    def __init__(self, room: Room, fd: int = -1) -> None:
        import numpy as np

        self._heap = _make_ready(room)
        self._place = np.full(room.board_bytes, 1, np.int8)  # touched now: a fault on arrival would be on the clock
        shared = _mapped(fd, room.shared_bytes) if room.shared_bytes else b""
        self._shared = np.frombuffer(shared, np.int8)

    def hand_over(self) -> None:
        """Let the submission, which is loaded, have all of the heap."""
        self._heap.hand_over()

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


# --- shared memory ----------------------------------------------------------------------------------------------------
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


# --- the heap ---------------------------------------------------------------------------------------------------------
class _Heap(NamedTuple):
    """What is ready: `size` bytes from `start` on are in a block, `held`, that the submission does not have yet."""

    side: int = 0
    held: int = 0
    start: int = 0
    size: int = 0

    def hand_over(self) -> None:
        """Warm the block up and give it free. The submission is loaded: it may have changed what numpy does."""
        if self.held:
            _call("free", self.held)
            warm_up(self.side)
            block = _call("malloc", self.size + 2 * LINKS)
            if block == self.held:
                _call("madvise", self.start, self.size, MADV_FREE)
            _call("free", block)


def _make_ready(room: Room) -> _Heap:
    """Make as much ready as `room` says; nothing where libc has no such heap (musl, macOS)."""
    side = min(WARM_SIDE, int(room.board_bytes**0.5))
    heap = _grow(room, side) if room.heap_bytes and HAS_HEAP else _Heap()
    if heap.start:
        _touch(heap.start, room.heap_bytes, huge=room.huge)
    if side:
        warm_up(side)
    if heap.start and room.heap_bytes >= HUGE_PAGE:
        _call("madvise", heap.start, room.heap_bytes, MADV_FREE)
    return heap


def _grow(room: Room, side: int) -> _Heap:
    """Let the heap grow by what is wanted: the part to touch, and a block at its beginning. Nothing where it can't."""
    step = HUGE_PAGE if room.huge else PAGE
    libc.mallopt(M_MMAP_THRESHOLD, MMAP_BYTES)
    libc.mallopt(M_TRIM_THRESHOLD, TRIM_BYTES)
    libc.mallopt(M_TOP_PAD, 2 * CHUNK_BYTES + room.heap_bytes + 2 * step)
    end, chunks = _call("sbrk", 0), list[int]()
    while _call("sbrk", 0) == end and len(chunks) < CHUNKS:
        chunks.append(_call("malloc", CHUNK_BYTES))
    heap = _laid(room, side, step, chunks.pop()) if _call("sbrk", 0) != end else _Heap()
    for chunk in chunks:  # not before: nothing else keeps what is large out of the holes of the heap
        _call("free", chunk)
    libc.mallopt(M_TOP_PAD, PAD_BYTES)
    return heap


def _laid(room: Room, side: int, step: int, top: int) -> _Heap:
    """Lay out what the heap has grown by: `top` is a chunk that came from there."""
    _call("free", top)
    start = -(-(top + CHUNK_BYTES + PAGE) // step) * step
    _call("malloc", start - LINKS - top - HEADER)  # never touched and never freed: the next block begins at its end
    if start + room.heap_bytes > _call("sbrk", 0):
        return _Heap()
    if room.heap_bytes < HUGE_PAGE:
        return _Heap(start=start)
    size = min(room.heap_bytes, max(HUGE_PAGE, WARM_BYTES_A_CELL * side * side))
    block = _call("malloc", size + 2 * LINKS)
    if block == start - LINKS:
        return _Heap(side, block, start, size)
    _call("free", block)
    return _Heap(start=start)


def _touch(start: int, size: int, *, huge: bool) -> None:
    """Have the kernel lay memory there; before Linux 5.14 by writing to it."""
    if huge:
        _call("madvise", start, size, MADV_HUGEPAGE)
    if _call("madvise", start, size, MADV_POPULATE_WRITE) != 0:
        ctypes.memset(start, 0, size)


def _call(name: str, *arguments: int) -> int:
    """Call a function of libc that takes and returns words."""
    return int(_calls[name](*arguments))


def warm_up(side: int) -> None:
    """Go through numpy calls that solutions make, on boards of this side: its code is in memory then, and memory in
    the caches. numpy has no state in which an answer could lie."""
    import numpy as np

    grid = np.zeros((side, side), np.int8)
    free = grid != 2
    bits = np.packbits(free, axis=1, bitorder="little")
    cells = np.unpackbits(bits, axis=1, bitorder="little", count=side).view(np.int8) | grid
    np.count_nonzero(free & (cells == 1))
    np.flatnonzero(grid.copy())
    np.empty((side, side), np.int8)[:] = np.ascontiguousarray(cells)
