"""What the judge provides for one box before its case arrives: five pipes, a heap, a place for the board, and shared
memory.

Theory of operation. The first touch of a page costs a fault, a microsecond or two. Three arrays of 1 MB are 800 faults:
more than a greedy search of the same board takes. Whether memory was touched before says nothing about an algorithm. So
a box has its heap ready, and a large board comes and goes by shared memory instead of a pipe, which copies each byte
twice: of 1000 x 1000 that takes a third more than a greedy search does.

A submission can find out how much is ready while it loads, and has no business with n before its case arrives: then it
could work for that n off the clock. So boards come in classes: all up to 128 x 128 are one, and from there on each
power of two.

Measured on the board of 1000 x 1000 (Linux 6.18, huge pages): 8 bytes a cell take all faults out of a greedy search and
of backtracking with a few arrays; a search that keeps 90 MiB needs 64 bytes a cell to lose a quarter of its time.
Huge pages make these 64 MiB ready in some 10 ms. Without them it would be 40 ms, so there it is 8 bytes a cell.

Shared memory and heap were measured apart, on shipped cases (ms of CPU in the window, two runs of each). Each saves
more than a tenth of queens/n-1000, and nearly as much of lizards/forest-1000, so both stay:

                          both           board by the pipe    no heap
    queens/n-1000         0.23, 0.26     0.51, 0.52           0.63, 0.66
    lizards/forest-1000   2.56, 2.54     2.71, 2.83           2.85, 2.86

A submission may write into the shared memory at any time. So the judge writes once, when the window is open; it reads
the frame that says that an answer is there, then its cells, once, then the clocks. What a submission writes later is in
no answer, and what it computes until then is on its account. What the frame says of a shape is its word. The judge
reads and writes as a file is, so no size that a box could change matters; the size is sealed all the same.

The heap is in the account of the box, as the kernel takes it. What nobody has written to since it was laid there the
kernel tells (LazyFree), and that is taken off again. Where a cgroup bounds the box the kernel takes it back before it
says that memory is out; elsewhere the bound is so much higher.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from judge.model import Limits
from judge.sandbox import protocol
from judge.sandbox.inside.linux import children, untouched_heap_bytes
from judge.sandbox.protocol import HUGE_PAGE, Room

SMALL_SIDE: Final = 128  # of the boards of the first class
SMALL_HEAP: Final = 256 << 10
A_CELL, A_CELL_WITHOUT_HUGE_PAGES = 64, 8
LARGEST_HEAP: Final = 64 << 20
LARGEST_SHARED: Final = 16 << 20
PART_OF_LIMIT = 8  # of the memory that a submission may use, no more than the eighth part is ready
HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")


def room_for(n: int, memory_bytes: int) -> Room:
    """Return what is laid ready for a board of n x n of a submission that may use so much memory."""
    side = max(SMALL_SIDE, 1 << (n - 1).bit_length())
    cells = side * side
    if side == SMALL_SIDE:
        return Room(cells, heap_bytes=min(SMALL_HEAP, memory_bytes // PART_OF_LIMIT))
    huge = _huge_pages()
    wanted = cells * (A_CELL if huge else A_CELL_WITHOUT_HUGE_PAGES)
    heap_bytes = min(wanted, LARGEST_HEAP, memory_bytes // PART_OF_LIMIT) // HUGE_PAGE * HUGE_PAGE
    if cells > LARGEST_SHARED:
        return Room(0, heap_bytes, huge=huge)
    return Room(cells, heap_bytes, shared_bytes=cells, huge=huge)


@cache
def _huge_pages() -> bool:
    """Say whether this system gives huge pages to who asks."""
    try:
        return "[never]" not in HUGE_PAGES.read_text()
    except OSError:
        return False


class Provision:
    """As much as `room` says, for a box whose memory a cgroup has `counted` or not; `room` is then what there is."""

    def __init__(self, room: Room, *, counted: bool) -> None:
        self._shared = shared_memory(room.shared_bytes) if room.shared_bytes else -1
        self.room = room if self._shared >= 0 else msgspec.structs.replace(room, shared_bytes=0)
        self._untouched_bytes = room.heap_bytes if room.heap_bytes >= HUGE_PAGE else 0  # less is not asked for
        self._mapped_bytes = 0 if counted else self.room.shared_bytes  # a cgroup has it in the judge's account

    def fds(self) -> list[int]:
        """Return what the box is given of it, which stays ours to close."""
        return [self._shared] if self._shared >= 0 else []

    def limits(self, limits: Limits) -> Limits:
        """Return the limits of a meter that counts all of it."""
        mebibytes = -(-(self._untouched_bytes + self._mapped_bytes) >> 20)
        return msgspec.structs.replace(limits, memory=limits.memory + mebibytes)

    def carries(self, board: bytes) -> bool:
        """Say whether a board of this size goes by shared memory; the box knows it by the same rule."""
        return 0 < len(board) <= self.room.shared_bytes

    def lay(self, board: bytes) -> None:
        """Lay a board into the shared memory."""
        if board:
            os.pwrite(self._shared, board, 0)

    def fetch(self, answers: Inbox) -> bytes:
        """Return the answer that the frame at the front says to be in the shared memory, as if it had come in that
        frame; b"" where it says nothing of this."""
        if self._shared < 0 or answers.kind() != protocol.SHARED:
            return b""
        frame = answers.take()
        if len(frame) != 1 + protocol.SHAPE.size:
            return frame
        rows, columns = protocol.SHAPE.unpack_from(frame, 1)
        if not 0 < rows * columns <= self.room.shared_bytes:
            return frame
        return protocol.ARRAY + frame[1:] + os.pread(self._shared, rows * columns, 0)

    def submissions_bytes(self, memory_bytes: int, first: int) -> int:
        """Return which part of the memory of a box is not ours; of one that has ended by what was seen before. `first`
        is its first process."""
        if self._untouched_bytes:
            seen = [untouched_heap_bytes(pid) for pid in children(first)]
            if any(part is not None for part in seen):
                self._untouched_bytes = min(self._untouched_bytes, sum(filter(None, seen)))
        return max(0, memory_bytes - self._untouched_bytes - self._mapped_bytes)

    def close(self) -> None:
        """Let go of it. Safe to call twice."""
        if self._shared >= 0:
            os.close(self._shared)
            self._shared = -1


def shared_memory(size: int) -> int:
    """Return a file of so many bytes in memory, zero at first, in the judge's own account; -1 where the system has none
    to give: then pipes do."""
    if not hasattr(os, "memfd_create"):
        return -1
    try:
        fd = os.memfd_create("board", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    except OSError:
        return -1
    try:
        os.posix_fallocate(fd, 0, size)
        fcntl.fcntl(fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    except OSError:
        os.close(fd)
        return -1
    return fd


# --- pipes, and what comes out of them: frames, or words of which much is lost ----------------------------------------
PIPE_BYTES = 1 << 20  # a 1000 x 1000 board fits: one write, one wake-up
CHUNK = 1 << 20


def open_pipes() -> tuple[list[int], list[int]]:
    """Return our ends, which don't block, and theirs: case (we write), answer, stdout, stderr, report (we read)."""
    pipes = [os.pipe() for _ in range(5)]
    ours = [pipes[0][1], *(read for read, _ in pipes[1:])]
    theirs = [pipes[0][0], *(write for _, write in pipes[1:])]
    for fd in ours[:2]:
        with contextlib.suppress(OSError, AttributeError):  # a full quota of pipe pages, or not Linux
            fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    for fd in ours:
        os.set_blocking(fd, False)
    return ours, theirs


def close_all(fds: Sequence[int]) -> None:
    for fd in fds:
        os.close(fd)


def receive_some(fd: int) -> bytes:
    """Return what is in a pipe that does not block, b"" when nothing is."""
    try:
        return os.read(fd, CHUNK)
    except BlockingIOError:
        return b""


class Inbox:
    """Frames as they come out of one pipe."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self._buffer = bytearray()

    def receive(self) -> int:
        """Take in what is there; how many bytes, 0 when there are none or no more will come."""
        data = receive_some(self.fd)
        self._buffer += data
        return len(data)

    def __bool__(self) -> bool:
        return bool(self._buffer)

    def length(self) -> int | None:
        """Return what the frame at the front says of its payload's length, None before its header is here."""
        if len(self._buffer) < protocol.HEADER.size:
            return None
        return int(protocol.HEADER.unpack_from(self._buffer)[1])

    def kind(self) -> bytes:
        """Return the kind of the frame at the front, b"" while nothing of it is here."""
        return bytes(self._buffer[:1])

    def whole(self) -> bool:
        """Say whether the frame at the front is here to its last byte."""
        length = self.length()
        return length is not None and len(self._buffer) >= protocol.HEADER.size + length

    def take(self) -> bytes:
        """Return the frame at the front, which is whole, as its kind and its payload."""
        kind, length = protocol.HEADER.unpack_from(self._buffer)
        end = protocol.HEADER.size + length
        payload = bytes(memoryview(self._buffer)[protocol.HEADER.size : end])
        del self._buffer[:end]
        return bytes(kind) + payload


class Words:
    """What a program says, of much of it the beginning and the end: Java says first what happened, Python last."""

    FIRST, LAST = 3 << 10, 12 << 10

    def __init__(self) -> None:
        self._kept = bytearray()
        self._lost = False

    def add(self, data: bytes) -> None:
        self._kept += data
        if len(self._kept) > self.FIRST + self.LAST:
            del self._kept[self.FIRST : -self.LAST]
            self._lost = True

    def __str__(self) -> str:
        first, last = self._kept[: self.FIRST], self._kept[self.FIRST :]
        return (first + (b"\n ...\n" if self._lost else b"") + last).decode(errors="replace")
