"""What a client does with a site that is gone, busy, moved, no judge, or hostile."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from judge.client import Offer, Progress, Site
from judge.errors import JudgeError
from tests import make
from tests.client.strangers import Says, Stranger, answer, for_ever, stranger
from tests.conftest import refused
from tests.problems.told import hold_rows, unescaped

BUSY = answer('{"error": "That was too often.", "help": ""}', "429 Too Many Requests", "Retry-After: 7")
OFFER = answer(msgspec.json.encode(Offer.of([(make.problem(), "")])))
FILES = [("mine.py", b"x")]
TAKEN = answer(msgspec.json.encode(Progress("00", "pkg", "waiting")))


@pytest.fixture(name="slept", autouse=True)
def _slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """On whose clock only waiting takes time: how long it has waited."""
    slept: list[float] = []
    monkeypatch.setattr("time.monotonic", lambda: sum(slept))
    monkeypatch.setattr("time.sleep", slept.append)
    return slept


def site(at: Stranger) -> Site:
    return Site(at.url, lambda _: "secret")


def ask(at: Stranger) -> str:
    return site(at).problem("")


def test_a_site_that_is_busy_is_asked_again_when_it_says_with_the_token(slept: list[float]) -> None:
    with stranger(BUSY, answer("", "503 Service Unavailable"), OFFER) as at:
        assert ask(at) == "pkg"
        assert [b"\r\nAuthorization: Bearer secret\r\n" in heard for heard in at.heard] == [True] * 3
    assert slept == [7, 2]


def test_a_busy_site_is_not_asked_for_ever(slept: list[float]) -> None:
    with stranger(BUSY) as at:
        assert "too often" in refused(ask, at).message
    assert sum(slept) <= 120
    with stranger(answer("", "429 Later", "Retry-After: 99999")) as at:
        refused(ask, at)


def test_what_was_reached_once_is_waited_for(slept: list[float]) -> None:
    with stranger(OFFER, b"", OFFER) as at:
        made = site(at)
        assert [made.problem(""), made.problem("")] == ["pkg"] * 2, "the connection broke in between"
    assert slept == [1]


def key_in(request: bytes) -> bytes:
    [key] = re.findall(rb"(?im)^idempotency-key: (.+)\r$", request)
    return bytes(key)


@pytest.mark.parametrize("says", [b"", BUSY, *(answer("", f"{code} Oh") for code in (502, 503, 504))])
def test_a_form_is_sent_again_with_its_key(says: bytes) -> None:
    """Where it was not taken, and where it may have arrived. Another form has another key."""
    with stranger(OFFER, says, TAKEN) as at:
        made = site(at)
        assert made.submit(made.problem(""), FILES).job == "00"
        made.submit("pkg", FILES)
        _, first, again, other = at.heard
    assert first == again
    assert key_in(first) == key_in(again) != key_in(other)


@pytest.mark.parametrize("says", [b"", answer("", "502 Bad Gateway")])
def test_what_may_have_arrived_is_said_when_patience_ends(says: bytes) -> None:
    with stranger(OFFER, says) as at:
        made = site(at)
        made.problem("")
        assert "nobody knows whether it has arrived" in refused(made.submit, "pkg", FILES).note


_WORDS = '{"error": "Sentence \\u001b]0;title\\u0007\\u202e.", "help": "h\\u001b[2J"}'
_PAGE, _OK = "<html>Welcome</html>", b"HTTP/1.1 200 OK\r\n"
_CHUNKED = _OK + b"Transfer-Encoding: chunked\r\n\r\n"
_MUCH = b"x" * 65536
SAYS: dict[str, tuple[Says, str, str]] = {  # what a server says, and what is said of it
    "a token of nobody": (answer(_WORDS, "401 Unauthorized"), "E523", "does not know this token"),
    "a refusal": (answer(_WORDS, "403 Forbidden"), "E524", "Sentence"),
    "a refusal without words": (answer('{"error": [5], "help": null}', "422 No"), "E522", "not as a judge does"),
    "a refusal that is a list": (answer("[[{}]]", "422 No"), "E522", "not as a judge does"),
    "a page to sign in": (answer(_PAGE, "401 Unauthorized"), "E522", "not as a judge does"),
    "a page of a fault": (answer(_PAGE, "500 Oh"), "E522", "not as a judge does"),
    "a long refusal": (answer(b"x" * (1 << 18), "422 No"), "E522", "not as a judge does"),
    "nothing": (b"", "E522", ""),
    "another protocol": (b"SSH-2.0-OpenSSH_9.6\r\n", "E522", ""),
    "no status": (b"HTTP/1.1 999999999999999 \r\n\r\n", "E522", ""),
    "a part": (_OK + b"Content-Length: 100\r\n\r\nshort", "E522", ""),
    "no chunk": (_CHUNKED + b"zz\r\n", "E522", ""),
    "many headers": (_OK + b"X: y\r\n" * 200 + b"\r\n", "E522", ""),
    "a long header": (_OK + b"X: " + b"y" * 70_000, "E522", ""),
    "an endless answer": (for_ever(_OK + b"\r\n", _MUCH), "E522", "sends more than 64 MiB"),
    "endless chunks": (for_ever(_CHUNKED, b"10000\r\n" + _MUCH + b"\r\n"), "E522", "sends more than 64 MiB"),
}


@pytest.mark.parametrize("name", SAYS)
def test_what_it_says_is_told_in_clean_words(name: str) -> None:
    says, code, words = SAYS[name]
    with stranger(says) as at:
        error = refused(ask, at)
    assert (error.code, words in error.message) == (code, True), error.message
    assert not any(sign in error.message + error.help for sign in "\x1b\x07\u202e")


@pytest.mark.parametrize("status", ["301 Moved Permanently", "302 Found", "303 See", "307 Temporary", "308 P"])
def test_no_redirect_is_followed(status: str) -> None:
    with stranger(OFFER) as other, stranger(answer("", status, f"Location: {other.url}/\x1b[31m")) as at:
        error = refused(ask, at)
        assert other.heard == []
    assert (error.code, "leads elsewhere" in error.message, "\x1b" in error.message) == ("E522", True, False)


def test_where_nobody_listens_it_is_said() -> None:
    with stranger(b"") as at:
        url = at.url
    assert "Connection refused" in refused(Site(url, str).problem, "").message


def test_a_proxy_of_the_environment_gets_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    with stranger(OFFER) as at, stranger(OFFER) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.setenv("no_proxy", "")
        ask(at)
        assert proxy.heard == []


# --- where a token may be sent ----------------------------------------------------------------------------------------
def home_of(words: str) -> str:
    """The one form in which an address is written, or with which code it is refused: no token goes there."""
    try:
        home = Site(unescaped(words), str).home
    except JudgeError as error:
        home = f"{error.code}, which tells the secret" if "secret" in error.message else error.code
    return home


def test_an_address_is_written_in_one_form_or_gets_no_token() -> None:
    hold_rows(Path(__file__).with_name("addresses.txt"), home_of)
