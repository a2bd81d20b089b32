"""The zygote's end of the socket on which the judge asks it. No submission has it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from typing import Final

import msgspec

from judge.sandbox import protocol

DESCRIPTORS: Final = 16  # more than come with a request


def requests(channel: socket.socket) -> Iterator[tuple[protocol.Request, list[int]]]:
    """Yield one JSON line and its descriptors at a time; the judge waits for each reply before its next request."""
    buffer, fds = bytearray(), list[int]()
    while True:
        data, new, flags, _ = socket.recv_fds(channel, 1 << 16, DESCRIPTORS)
        assert not flags & socket.MSG_CTRUNC, "a box whose last door is missing would be in no account"
        if not data:
            return
        buffer, fds = buffer + data, fds + new
        if buffer.endswith(b"\n"):
            yield protocol.read_request(buffer), fds
            buffer, fds = bytearray(), []


def reply(channel: socket.socket, message: msgspec.Struct, fd: int | None = None) -> None:
    data = protocol.to_line(message)
    if fd is None:
        channel.sendall(data)
    else:
        socket.send_fds(channel, [data], [fd])
        os.close(fd)
