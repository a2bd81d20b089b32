"""A request has an end, however slowly a site speaks."""

from __future__ import annotations

import pytest

from judge.client import Site, connection
from tests.client.strangers import for_ever, stranger
from tests.conftest import refused

_OK = b"HTTP/1.1 200 OK\r\n"
pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST_S", 0.2)


@pytest.mark.parametrize(
    ("begin", "again", "pause_s"),
    [(_OK + b"\r\n", b"x", 0.01), (_OK + b"X: ", b"y", 0.01), (b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.0)],
    ids=["body", "header", "continue"],
)
def test_a_request_has_an_end(begin: bytes, again: bytes, pause_s: float) -> None:
    with stranger(for_ever(begin, again, pause_s)) as at:
        error = refused(Site(at.url, lambda _: "secret").problem, "")
    assert (error.code, "takes too long" in error.message) == ("E522", True)


def test_nothing_is_said_before_tls() -> None:
    with stranger(_OK + b"\r\n") as at:
        error = refused(Site(at.url.replace("http:", "https:"), lambda _: "secret").problem, "")
    assert error.code == "E522", "it waits for TLS for ever, without an end to a request"
    assert not any(b"secret" in heard for heard in at.heard)
