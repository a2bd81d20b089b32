"""What lies ready before a submission is loaded: in a zygote numba's compiler, in an attempt a heap, a place for the
board, and shared memory.

numba sets itself up at the first kernel, and so it finds out the types of arguments. Forks find both done, by a kernel
of the kind that every solution has.

Of glibc malloc is told to keep what it has, and to take arrays from the heap instead of mapping each. Then the heap
grows once, its new part is touched, in huge pages where there are any, and numpy's own calls go over it.

At last the kernel is told that it may take this part back (MADV_FREE). It does so only where the box reaches its limit
on memory, so what is ready is not charged to that. And it tells how much of it nobody has written to since: that is
not the submission's (see provision.py). A page that is written to is simply used again, without a fault.

The shared memory is mapped before the seal, and no descriptor is left of it. It is only a way: the board is copied from
it to where the attempt's own memory is, which a fork does not share.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import mmap
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from judge.sandbox.inside import numba_hooks
from judge.sandbox.inside.linux import libc
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
LINKS = 64  # bytes in which malloc notes what is free
MADV_FREE, MADV_HUGEPAGE, MADV_POPULATE_WRITE = 8, 14, 23
CALLS = {"malloc": 1, "free": 1, "sbrk": 1, "madvise": 3}
WARM_SIDE = 1024  # for more the caches of a core are too small anyway
HAS_HEAP = hasattr(libc, "mallopt")
# By the number of words that they take, to return one; made once, as a zygote is where this is imported first.
_words = [ctypes.CFUNCTYPE(ctypes.c_size_t, *[ctypes.c_size_t] * count) for count in range(4)]
_calls = {name: _words[count]((name, libc)) for name, count in CALLS.items()} if HAS_HEAP else {}


class Desk:
    """As much as `room` says, whose shared memory, if any, is in `fd`."""

    def __init__(self, room: Room, fd: int = -1) -> None:
        import numpy as np

        _make_ready(room)
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
def _make_ready(room: Room) -> None:
    """Make as much ready as `room` says; nothing where libc has no such heap (musl, macOS)."""
    start = _grow(room) if room.heap_bytes and HAS_HEAP else 0
    if start:
        _touch(start, room.heap_bytes, huge=room.huge)
    if room.board_bytes:
        warm_up(min(WARM_SIDE, int(room.board_bytes**0.5)))
    if start and room.heap_bytes >= HUGE_PAGE:
        _call("madvise", start, room.heap_bytes, MADV_FREE)


def _grow(room: Room) -> int:
    """Let the heap grow by what is wanted; return where the part to touch begins, 0 where it can't grow."""
    step = HUGE_PAGE if room.huge else PAGE
    libc.mallopt(M_MMAP_THRESHOLD, MMAP_BYTES)
    libc.mallopt(M_TRIM_THRESHOLD, TRIM_BYTES)
    libc.mallopt(M_TOP_PAD, 2 * CHUNK_BYTES + room.heap_bytes + 2 * step)
    start, end, chunks = 0, _call("sbrk", 0), list[int]()
    while _call("sbrk", 0) == end and len(chunks) < CHUNKS:
        chunks.append(_call("malloc", CHUNK_BYTES))
    if _call("sbrk", 0) != end:
        top = chunks.pop()  # it came from what is new
        _call("free", top)
        start = -(-(top + CHUNK_BYTES + PAGE) // step) * step
        _call("malloc", start - LINKS - top - HEADER)  # never freed: what malloc notes of the rest lies before `start`
        if start + room.heap_bytes > _call("sbrk", 0):
            start = 0
    for chunk in chunks:  # not before: nothing else keeps what is large out of the holes of the heap
        _call("free", chunk)
    libc.mallopt(M_TOP_PAD, PAD_BYTES)
    return start


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


# --- numba ------------------------------------------------------------------------------------------------------------
_kernels: list[Any] = []
SPARED: Final = ("colorama", "coverage", "yaml")  # with the first, what numba says holds escape sequences


def load_numba() -> None:
    """Load it, without what it makes use of only where that is installed: some 60 ms for nothing."""
    spared = [name for name in SPARED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(spared))  # type: ignore[arg-type]  # None: it can't be imported
    try:
        with _garbage_left():
            import numba
            import numba.experimental.jitclass
            import numba.np.ufunc  # noqa: F401
    finally:
        for name in spared:
            del sys.modules[name]


@contextlib.contextmanager
def _garbage_left() -> Iterator[None]:
    """Collect no garbage meanwhile: to look again and again at what numba's modules make takes a seventh of their time.
    A submission finds the collector as Python has it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def set_up() -> None:
    """Load numba, and run the kernel once."""
    load_numba()
    import numba
    import numpy as np

    kernel: Any = numba.njit(_kernel)
    with _garbage_left():
        kernel(np.zeros((2, 2), dtype=np.int8))
    _kernels[:] = [kernel]
    _learn_types()
    numba_hooks.missing_hooks()  # it is remembered
    warm_up(2)
    gc.collect()
    gc.freeze()  # a collection in a fork would go through all of numba, and copy each page of it


def rehearse(grid: Any) -> None:
    """Call the kernel once more, so that in the window no call is the first one."""
    for kernel in _kernels:
        kernel(grid)


def _kernel(grid: Any) -> Any:
    board = grid.copy()
    for row in range(board.shape[0]):
        board[row, row] += 1
    return board


class _KnownError(Exception):
    """Instead of a compilation: the types are known by then."""


def _learn_types() -> None:
    """Have numba's C code know the types of common arguments: else the first call with one finds it out by Python code,
    300 us of a window. Nothing is compiled."""
    import numba
    import numpy as np

    def found(*_: Any) -> None:
        raise _KnownError

    nothing: Any = numba.njit(lambda _: None)
    nothing._compile_for_args = found
    values: list[Any] = [0, 0.0, 1j, True, None, "a", (0, 0), (0, 0, 0)]
    for kind in "?bhilqBHILQfdD":
        values.append(np.zeros((), kind)[()])
        for axes in (1, 2, 3):
            square = np.zeros((3,) * axes, kind)
            fixed = square.copy()
            fixed.flags.writeable = False
            values += [square, np.asfortranarray(square), square[::2], square[..., ::2], fixed]
    for value in values:
        with contextlib.suppress(_KnownError):
            nothing(value)
