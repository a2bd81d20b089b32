"""The five pipes between the judge and one box, and what comes out of them: frames, or words of which much is lost."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Sequence

from judge.sandbox import protocol

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
