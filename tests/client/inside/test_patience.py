"""A request has an end, however slowly a site speaks."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

import pytest

from judge.client import Site, connection
from tests.client.strangers import Says, for_ever, stranger
from tests.conftest import refused

_OK = b"HTTP/1.1 200 OK\r\n"
pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST_S", 0.2)


def _drip(begin: bytes, again: bytes) -> Callable[[socket.socket], None]:
    def say(one: socket.socket) -> None:
        one.sendall(begin)
        while True:
            one.sendall(again)
            time.sleep(0.01)

    return say


@pytest.mark.parametrize(
    "says",
    [_drip(_OK + b"\r\n", b"x"), _drip(_OK + b"X: ", b"y"), for_ever(b"", b"HTTP/1.1 100 Continue\r\n\r\n")],
    ids=["body", "header", "continue"],
)
def test_a_request_has_an_end(says: Says) -> None:
    with stranger(says) as at:
        error = refused(Site(at.url, lambda _: "secret").problem, "")
    assert (error.code, "takes too long" in error.message) == ("E522", True)


def test_nothing_is_said_before_tls() -> None:
    with stranger(_OK + b"\r\n") as at:
        error = refused(Site(at.url.replace("http:", "https:"), lambda _: "secret").problem, "")
    assert error.code == "E522", "it waits for TLS for ever, without an end to a request"
    assert not any(b"secret" in heard for heard in at.heard)
