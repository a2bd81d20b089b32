"""What comes out of a pipe of a box: frames, or words of which much is lost."""

from __future__ import annotations

import os

from judge.sandbox import protocol

CHUNK = 1 << 20


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


def receive_some(fd: int) -> bytes:
    """Return what is in a pipe that does not block, b"" when nothing is."""
    try:
        return os.read(fd, CHUNK)
    except BlockingIOError:
        return b""
