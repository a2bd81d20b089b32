"""What an attacker writes to the socket itself: nothing is smuggled past the checks, and who is slow stops nobody."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.web.running import started, until
from tests.web.sites import quiz

PATIENCE_S = 20.0
pytestmark = pytest.mark.slow


@pytest.fixture(name="at", scope="module")
def _at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("site")
    with started(folder, "--problem", str(quiz(folder)), "--share-core") as running:
        until(lambda: running.status("/"))
        yield running.port


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
