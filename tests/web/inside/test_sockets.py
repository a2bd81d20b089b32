"""What an attacker writes to the socket itself: nothing is smuggled past the checks, and who is slow stops nobody.
Connections on which nothing whole comes are closed, and browsers that read nothing take no memory and no place."""

from __future__ import annotations

import itertools
import socket
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
from tests.web.running import in_thread, until
from tests.web.sites import quiz

PATIENCE_S = 20.0
_LARGE = 200_000  # bytes of a message
_numbers = itertools.count()
pytestmark = pytest.mark.slow


def flood(_: Ask) -> Live:
    """Send a large message, another one each time."""
    return Live("flood", lambda _: next(_numbers), lambda _: {"x": f"{next(_numbers)} " + "x" * _LARGE}, 0.02)


@contextmanager
def listening(folder: Path) -> Iterator[int]:
    """Serve the quiz, and a flood of messages, as the web process does, which looks at streams again and again; return
    the port."""
    settings = Settings(store=folder / "store.db", problems=(str(quiz(folder)),))
    hurried = patch.multiple(hub, IDLE_S=0.0, LOOK_S=0.01)
    with open_port("127.0.0.1", 0) as listener, patch.object(OffCores, "move"), hurried:
        made = replace(settings, port=listener.getsockname()[1])
        site = Application(Site(made), (*ROUTES, Route("GET", "/flood", ANYBODY, flood)))
        with in_thread(Server(made, site.asgi, lambda: None), listener):
            yield made.port


@pytest.fixture(name="at", scope="module")
def _at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with listening(tmp_path_factory.mktemp("site")) as port:
        yield port


def connected(at: int) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", at), PATIENCE_S)
    made.settimeout(PATIENCE_S)
    return made


def statuses(at: int, data: bytes) -> list[int]:
    """Return the status of each answer to these bytes; HOST stands for the site's own."""
    host = f"Host: 127.0.0.1:{at}\r\nConnection: close\r\n".encode()
    found = b""
    with connected(at) as one:
        try:
            one.sendall(data.replace(b"HOST\r\n", host))
            while part := one.recv(1 << 16):
                found += part
        except ConnectionError:
            pass
    return [int(line.split()[1]) for line in found.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]


# --- what is written is no request, or another one than it seems ------------------------------------------------------
_FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
_NEXT = b"GET /staff HTTP/1.1\r\nHOST\r\n\r\n"
_OUT, _IN = b"POST /out HTTP/1.1\r\nHOST\r\n", b"POST /in/x HTTP/1.1\r\nHOST\r\n" + _FORM
_CHUNKED = b"Transfer-Encoding: chunked\r\n"
SMUGGLED = {  # what is written, and is no request: nothing is answered to what was hidden in a body
    "two lengths": _OUT + b"Content-Length: 0\r\nContent-Length: 40\r\n\r\n" + _NEXT,
    "a list of lengths": _OUT + b"Content-Length: 0, 40\r\n\r\n" + _NEXT,
    "a length with a sign": _OUT + b"Content-Length: +5\r\n\r\nabcde" + _NEXT,
    "chunked of another kind": _OUT + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "chunked twice": _OUT + _CHUNKED + b"Transfer-Encoding: identity\r\n\r\n0\r\n\r\n",
    "chunked with a blank": _OUT + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "a chunk below nothing": _IN + _CHUNKED + b"\r\n-5\r\nabcde\r\n0\r\n\r\n",
    "an endless extension": _IN + _CHUNKED + b"\r\n5;" + b"a" * 400_000,
    "two hosts": b"GET / HTTP/1.1\r\nHOST\r\nHost: evil.example\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "an old one without a host": b"GET / HTTP/1.0\r\n\r\n",
    "a folded host": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n :80\r\nConnection: close\r\n\r\n",
    "a carriage return": b"GET / HTTP/1.1\r\nHOST\r\nX: a\rCookie: judge=x\r\n\r\n",
    "a null": b"GET / HTTP/1.1\r\nHOST\r\nX: a\0b\r\n\r\n",
    "bytes that are no address": b"GET /\xff HTTP/1.1\r\nHOST\r\n\r\n",
    "a huge header": b"GET / HTTP/1.1\r\nHOST\r\nX: " + b"a" * 2_000_000,
    "very many headers": b"GET / HTTP/1.1\r\nHOST\r\n" + b"X: a\r\n" * 400_000,
    "another protocol": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
}
NOWHERE = (  # as nobody: nothing that needs somebody is reached by another way of writing it
    b"http://evil.example/ http://127.0.0.1/staff //evil.example/ /staff/ /%2e%2e/staff /static/../staff /STAFF "
    b"/staff%20 /static/..%2f..%2fapp.py /static/%2e%2e%2fapp.py /static/%252e%252e%252fapp.py * "
    b"/static/judge.css%00.html /static//etc/passwd /problems/..%2f..%2fetc /staff;x=/static/judge.css"
)
TO_SOMEBODY = b"/problems/%2e%2e /staff%2flog /submissions/%ff%00%zz /submissions/..%5c..%5cx"
PATHS = {
    **dict.fromkeys([*NOWHERE.split(), b"/" + b"a" * 20_000, b"/in/" + b"a" * 20_000], 404),
    **dict.fromkeys(TO_SOMEBODY.split(), 401),
}


@pytest.mark.parametrize("kind", SMUGGLED)
def test_nothing_is_smuggled_in(at: int, kind: str) -> None:
    found = statuses(at, SMUGGLED[kind])
    expected = [404, 400] if kind == "another protocol" else [400]
    assert found == expected[: len(found)], "a connection that is reset may lose the last answer"
    assert statuses(at, b"GET /static/judge.css HTTP/1.1\r\nHOST\r\n\r\n") == [200]


def test_of_a_length_and_chunks_the_chunks_count_and_the_rest_is_no_request_of_others(at: int) -> None:
    """RFC 9112, section 6.3. What follows is a request like any other: nobody's."""
    both = b"POST /out HTTP/1.1\r\nHOST\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + _NEXT
    assert statuses(at, both) in ([401], [400], [401, 401], [401, 400])


def test_no_way_of_writing_a_path_leads_further(at: int) -> None:
    found = {path: statuses(at, b"GET " + path + b" HTTP/1.1\r\nHOST\r\n\r\n") for path in PATHS}
    assert found == {path: [status] for path, status in PATHS.items()}


def test_a_body_that_comes_slowly_holds_up_nobody(at: int) -> None:
    host = f"Host: 127.0.0.1:{at}\r\n".encode()
    with ExitStack() as kept:
        for _ in range(15):
            one = kept.enter_context(connected(at))
            one.sendall(b"POST /in/x HTTP/1.1\r\n" + host + _FORM + b"Content-Length: 60000\r\n\r\na=")
        assert statuses(at, b"GET / HTTP/1.1\r\nHOST\r\n\r\n") == [200]


# --- who says nothing, and who reads nothing --------------------------------------------------------------------------
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
