"""Connections on which nothing whole comes are closed, and browsers that read nothing take no memory and no place."""

from __future__ import annotations

import itertools
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

import psutil
import pytest

from judge.web import Settings, hub, processes, serving
from judge.web.app import Application
from judge.web.ask import Ask, Live
from judge.web.processes import open_port
from judge.web.routes import ANYBODY, ROUTES, Route
from judge.web.serving import OffCores, Server
from judge.web.site import Site
from tests.make import replace
from tests.web.running import until
from tests.web.sites import quiz
from tests.web.test_sockets import connected, statuses

_LARGE = 200_000  # bytes of a message
_numbers = itertools.count()
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("hurried")]


def flood(_: Ask) -> Live:
    """Send a large message, another one each time."""
    return Live("flood", lambda _: next(_numbers), lambda _: {"x": f"{next(_numbers)} " + "x" * _LARGE}, 0.02)


@contextmanager
def listening(folder: Path) -> Iterator[int]:
    """Serve the quiz, and a flood of messages, as the web process does; return the port."""
    settings = Settings(store=folder / "store.db", problems=(str(quiz(folder)),))
    with open_port("127.0.0.1", 0) as listener, patch.object(OffCores, "move"):
        made = replace(settings, port=listener.getsockname()[1])
        site = Application(Site(made), (*ROUTES, Route("GET", "/flood", ANYBODY, flood)))
        server = Server(made, site.asgi, lambda: None)
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            until(lambda: server.started or not thread.is_alive())
            yield made.port
        finally:
            server.should_exit = True
            thread.join(60)


@pytest.fixture(name="hurried")
def _hurried() -> Iterator[None]:
    """Look at every stream again and again."""
    with patch.object(hub, "IDLE_S", 0.0), patch.object(hub, "LOOK_S", 0.01):
        yield


def test_a_connection_on_which_nothing_whole_comes_is_closed(tmp_path: Path) -> None:
    """Not one that asks, that is watched, or that is used again."""
    with patch.object(serving, "HEAD_S", 0.4), listening(tmp_path) as at:
        host = f"Host: 127.0.0.1:{at}\r\n".encode()
        with connected(at) as silent, connected(at) as half, connected(at) as stream:
            half.sendall(b"GET / HTTP/1.1\r\n" + host)
            stream.sendall(b"GET /flood HTTP/1.1\r\n" + host + b"\r\n")
            for slow in (silent, half):
                assert not _read(slow), "it is closed without an answer"
            since_s, got = time.monotonic(), 0
            while time.monotonic() < since_s + 1.5:
                got += len(stream.recv(1 << 16))
            assert got > _LARGE, "who reads a stream goes on"
        with connected(at) as used:
            for _ in range(6):
                used.sendall(b"GET /health HTTP/1.1\r\n" + host + b"\r\n")
                assert used.recv(1 << 16)
                time.sleep(0.2)


def test_browsers_that_never_read_take_no_memory_and_hold_up_nobody(tmp_path: Path) -> None:
    """Each has a place for two messages and what the kernel holds, whatever is sent meanwhile: here 40 browsers, and
    some 80 messages of 200 kB to each, 640 MB in all."""
    process = psutil.Process()
    with listening(tmp_path) as at, ExitStack() as kept:
        host = f"Host: 127.0.0.1:{at}\r\n".encode()
        for _ in range(40):
            one = kept.enter_context(socket.socket())
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.connect(("127.0.0.1", at))
            one.sendall(b"GET /flood HTTP/1.1\r\n" + host + b"\r\n")
        reader = kept.enter_context(connected(at))
        reader.sendall(b"GET /flood HTTP/1.1\r\n" + host + b"\r\n")
        _messages(reader, 20)
        before = process.memory_info().rss
        _messages(reader, 80)
        grown = process.memory_info().rss - before
        assert grown < 64 << 20, f"{grown >> 20} MiB"
        assert statuses(at, b"GET / HTTP/1.1\r\nHOST\r\n\r\n") == [200]


def test_a_browser_that_takes_nothing_is_dropped(tmp_path: Path) -> None:
    """The kernel does it: a connection has TCP_USER_TIMEOUT (RFC 5482) from the socket that listens."""
    with patch.object(processes, "STALLED_MS", 500), listening(tmp_path) as at, socket.socket() as stalled:
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stalled.connect(("127.0.0.1", at))
        stalled.sendall(f"GET /flood HTTP/1.1\r\nHost: 127.0.0.1:{at}\r\n\r\n".encode())
        held = stalled.getsockname()[1]
        until(lambda: _established(at, held))
        until(lambda: not _established(at, held))


def _established(at: int, other: int) -> bool:
    """Say whether the site has this connection still."""
    found = psutil.Process().net_connections("tcp4")
    return any(one.laddr[1] == at and one.raddr and one.raddr[1] == other for one in found)


def _messages(reader: socket.socket, count: int) -> None:
    """Read so many messages of a stream."""
    while count > 0:
        count -= reader.recv(1 << 20).count(b"event: x")


def _read(one: socket.socket) -> bytes:
    try:
        return one.recv(1 << 16)
    except ConnectionError:
        return b""
