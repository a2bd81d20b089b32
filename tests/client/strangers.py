"""Servers that are no judge: each says what it is told to, byte by byte, to whoever comes."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

Says = bytes | Callable[[socket.socket], None]
PATIENCE_S = 20.0


class Stranger:
    """A server that answers one request after the other with what it has; the last one again and again."""

    def __init__(self, says: Sequence[Says]) -> None:
        self.heard: list[bytes] = []
        self._says = list(says)
        self._open: socket.socket | None = None
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        for one in filter(None, (self._listening, self._open)):  # a client may leave what never ends to itself
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(PATIENCE_S)

    def _serve(self) -> None:
        while True:
            try:
                one, _ = self._listening.accept()
            except OSError:
                return
            one.settimeout(PATIENCE_S)
            self._open = one
            with one, suppress(OSError):
                self.heard.append(_request(one))
                says = self._says.pop(0) if len(self._says) > 1 else self._says[0]
                if isinstance(says, bytes):
                    one.sendall(says)
                else:
                    says(one)


@contextmanager
def stranger(*says: Says) -> Iterator[Stranger]:
    """Listen on a port of this machine until the block ends."""
    made = Stranger(says)
    try:
        yield made
    finally:
        made.close()


def answer(body: bytes | str, status: str = "200 OK", *headers: str) -> bytes:
    """Return an answer of HTTP."""
    body = body.encode() if isinstance(body, str) else body
    head = "\r\n".join((f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers))
    return f"{head}\r\n\r\n".encode() + body


def for_ever(begin: bytes, again: bytes, pause_s: float = 0.0) -> Callable[[socket.socket], None]:
    """Return what says this again and again, until nobody listens."""

    def say(one: socket.socket) -> None:
        one.sendall(begin)
        while True:
            one.sendall(again)
            if pause_s:
                time.sleep(pause_s)

    return say


def _request(one: socket.socket) -> bytes:
    """Return a request, with its body as long as it says."""
    heard = b""
    while b"\r\n\r\n" not in heard:
        part = one.recv(65536)
        if not part:
            return heard
        heard += part
    head, _, body = heard.partition(b"\r\n\r\n")
    length = next((int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0)
    while len(body) < length and (part := one.recv(65536)):
        body += part
    return head + b"\r\n\r\n" + body
