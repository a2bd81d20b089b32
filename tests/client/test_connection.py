"""What a client does with a site that is gone, busy, moved, no judge, or hostile."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from judge.client import connection
from judge.client.connection import Connection, form_of, read_address
from judge.errors import JudgeError
from tests.client.strangers import Says, Stranger, answer, for_ever, stranger

BUSY = answer('{"error": "That was too often.", "help": ""}', "429 Too Many Requests", "Retry-After: 7")


class FalseClock:
    """A clock on which only waiting takes time."""

    def __init__(self) -> None:
        self.now_s, self.slept = 0.0, list[float]()

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now_s += seconds


@pytest.fixture(name="clock", autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> FalseClock:
    clock = FalseClock()
    monkeypatch.setattr(connection, "time", SimpleNamespace(monotonic=lambda: clock.now_s, sleep=clock.sleep))
    monkeypatch.setattr(connection, "LARGEST", 1 << 20)
    return clock


def connected(at: Stranger) -> Connection:
    return Connection(read_address(at.url), "secret")


def ask(at: Stranger) -> bytes:
    return connected(at).ask("/api/problems")


def refused(at: Stranger) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        ask(at)
    return caught.value


def test_the_token_goes_along() -> None:
    with stranger(answer("{}")) as at:
        assert ask(at) == b"{}"
        assert b"\r\nAuthorization: Bearer secret\r\n" in at.heard[0]


def test_a_site_that_is_busy_is_asked_again_when_it_says(clock: FalseClock) -> None:
    with stranger(BUSY, answer("", "503 Service Unavailable"), answer("{}")) as at:
        assert ask(at) == b"{}"
    assert clock.slept == [7, 2]


def test_it_is_not_asked_for_ever(clock: FalseClock) -> None:
    with stranger(BUSY) as at, pytest.raises(JudgeError, match="too often"):
        ask(at)
    assert sum(clock.slept) <= 120
    with stranger(answer("", "429 Later", "Retry-After: 99999")) as at, pytest.raises(JudgeError):
        ask(at)


def test_what_was_reached_once_is_waited_for(clock: FalseClock) -> None:
    with stranger(answer("{}"), b"", answer("[]")) as at:
        made = connected(at)
        assert made.ask("/") == b"{}"
        assert made.ask("/") == b"[]", "the connection broke in between"
    assert clock.slept == [1]


def key_in(request: bytes) -> bytes:
    found = re.search(rb"(?im)^idempotency-key: (.+)\r$", request)
    assert found
    return found[1]


@pytest.mark.parametrize(
    "says",
    [
        *(BUSY, answer("", "503 Service Unavailable")),
        *(b"", answer("", "502 Bad Gateway"), answer("", "504 Gateway Timeout")),
    ],
)
def test_a_form_is_sent_again_with_its_key(says: bytes) -> None:
    """Where it was not taken, and where it may have arrived. Another form has another key."""
    with stranger(answer("{}"), says, answer("[]")) as at:
        made = connected(at)
        made.ask("/")
        assert made.ask("/", form_of([("mine.py", b"x")], {})) == b"[]"
        made.ask("/", form_of([("mine.py", b"x")], {}))
        _, first, again, other = at.heard
    assert first == again
    assert key_in(first) == key_in(again) != key_in(other)


@pytest.mark.parametrize("says", [b"", answer("", "502 Bad Gateway")])
def test_what_may_have_arrived_is_said_when_patience_ends(says: bytes) -> None:
    with stranger(answer("{}"), says) as at:
        made = connected(at)
        made.ask("/")
        with pytest.raises(JudgeError) as caught:
            made.ask("/", form_of([("mine.py", b"x")], {}))
    assert "nobody knows whether it has arrived" in caught.value.note


def _drip(begin: bytes, again: bytes) -> Callable[[socket.socket], None]:
    def say(one: socket.socket) -> None:
        one.sendall(begin)
        while True:
            one.sendall(again)
            time.sleep(0.01)

    return say


_WORDS = '{"error": "Sentence \\u001b]0;title\\u0007\\u202e.", "help": "h\\u001b[2J"}'
_PAGE, _OK = "<html>Welcome</html>", b"HTTP/1.1 200 OK\r\n"
_CHUNKED = _OK + b"Transfer-Encoding: chunked\r\n\r\n"
_MUCH = b"x" * 65536
SAYS: dict[str, tuple[Says, str, str]] = {  # what a server says, and what is said of it
    "a token of nobody": (answer(_WORDS, "401 Unauthorized"), "E523", "does not know this token"),
    "a refusal": (answer(_WORDS, "403 Forbidden"), "E524", "Sentence"),
    "nothing there": (answer(_WORDS, "404 Not Found"), "E524", "Sentence"),
    "too large": (answer(_WORDS, "413 Content Too Large"), "E524", "Sentence"),
    "no sense": (answer(_WORDS, "422 Unprocessable"), "E524", "Sentence"),
    "no page": (answer(_PAGE, "404 Not Found"), "E522", "not as a judge does"),
    "a page to sign in": (answer(_PAGE, "401 Unauthorized"), "E522", "not as a judge does"),
    "a page of a fault": (answer(_PAGE, "500 Oh"), "E522", "not as a judge does"),
    "a teapot": (answer(_PAGE, "418 Teapot"), "E522", "not as a judge does"),
    "a long refusal": (answer(b"x" * (1 << 18), "422 No"), "E522", "not as a judge does"),
    "nothing": (b"", "E522", ""),
    "another protocol": (b"SSH-2.0-OpenSSH_9.6\r\n", "E522", ""),
    "no status": (b"HTTP/1.1 999999999999999 \r\n\r\n", "E522", ""),
    "a part": (_OK + b"Content-Length: 100\r\n\r\nshort", "E522", ""),
    "no chunk": (_CHUNKED + b"zz\r\n", "E522", ""),
    "many headers": (_OK + b"X: y\r\n" * 200 + b"\r\n", "E522", ""),
    "a long header": (_OK + b"X: " + b"y" * 70_000, "E522", ""),
    "an endless answer": (for_ever(_OK + b"\r\n", _MUCH), "E522", "sends more than 1 MiB"),
    "endless chunks": (for_ever(_CHUNKED, b"10000\r\n" + _MUCH + b"\r\n"), "E522", "sends more than 1 MiB"),
}


@pytest.mark.parametrize("name", SAYS)
def test_what_it_says_is_told_in_clean_words(name: str) -> None:
    says, code, words = SAYS[name]
    with stranger(says) as at:
        error = refused(at)
    assert (error.code, words in error.message) == (code, True), error.message
    assert not any(sign in error.message + error.help for sign in "\x1b\x07\u202e")


@pytest.mark.parametrize("status", ["301 Moved Permanently", "302 Found", "303 See", "307 Temporary", "308 P"])
def test_no_redirect_is_followed(status: str) -> None:
    with stranger(answer("{}")) as other, stranger(answer("", status, f"Location: {other.url}/\x1b[31m")) as at:
        error = refused(at)
        assert other.heard == []
    assert (error.code, "leads elsewhere" in error.message, "\x1b" in error.message) == ("E522", True, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "says",
    [_drip(_OK + b"\r\n", b"x"), _drip(_OK + b"X: ", b"y"), for_ever(b"", b"HTTP/1.1 100 Continue\r\n\r\n")],
    ids=["body", "header", "continue"],
)
def test_a_request_has_an_end(says: Says, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST_S", 0.2)
    with stranger(says) as at:
        error = refused(at)
    assert (error.code, "takes too long" in error.message) == ("E522", True)


def test_nobody_listens() -> None:
    with stranger(b"") as at:
        url = at.url
    with pytest.raises(JudgeError, match="Connection refused"):
        Connection(read_address(url), "secret").ask("/")


def test_a_proxy_of_the_environment_gets_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    with stranger(answer("{}")) as at, stranger(answer("{}")) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.setenv("no_proxy", "")
        ask(at)
        assert proxy.heard == []


@pytest.mark.slow
def test_nothing_is_said_before_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST_S", 0.2)
    with stranger(b"HTTP/1.1 200 OK\r\n\r\n") as at, pytest.raises(JudgeError) as caught:
        Connection(read_address(at.url.replace("http:", "https:")), "secret").ask("/")
    assert caught.value.code == "E522", "it waits for TLS for ever, without an end to a request"
    assert not any(b"secret" in heard for heard in at.heard)


# --- where a token may be sent ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("https://judge.example.edu", "https://judge.example.edu"),
        (" https://judge.example.edu/course/ ", "https://judge.example.edu/course"),
        ("HTTPS://Judge.Example.EDU:8443/", "https://judge.example.edu:8443"),
        ("https://müller.example", "https://xn--mller-kva.example"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://localhost:8000/x", "http://localhost:8000/x"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]"),
    ],
)
def test_addresses(text: str, base: str) -> None:
    assert read_address(text).base == base


@pytest.mark.parametrize(
    "text",
    [
        *("", "judge.example.edu", "https://", "https:///x", "ftp://a.example", "file:///etc/passwd", "javascript:1"),
        *("https://ada:secret@a.example", "https://a.example?x", "https://a.example#x", "https://a.example:99999"),
        *("https://a b.example", "https://a.example/\r\nX: y", "https://[::1", "https://" + "a" * 600, "https://a..b"),
        *("http://judge.example.edu", "http://10.0.0.5", "http://127.0.0.1.example.com", "http://localhost.evil"),
    ],
)
def test_no_token_goes_there(text: str) -> None:
    with pytest.raises(JudgeError) as caught:
        read_address(text)
    assert caught.value.code == "E521"
    assert "secret" not in caught.value.message
