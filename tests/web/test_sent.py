"""What an attacker sends in forms: names that lead elsewhere, bombs, forms that are none. Each is refused in time."""

from __future__ import annotations

import base64
import io
import re
import socket
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import msgspec
import pytest

from judge.client import Site
from judge.store import Store
from tests.client.strangers import PATIENCE_S, Stranger, stranger
from tests.web.listening import Listening, listening
from tests.web.sites import RIGHT, WRONG, TestSite
from tests.web.strangers import Harm, evil

HERE = "/problems/quiz/submissions"
BIDI = "\u202e"


HOSTILE = (
    *("../../x.py", "/etc/x.py", "C:\\x.py", "a\0b.py", "x" * 10_000 + ".py", f"{BIDI}yp.x.py", "a\nb.py", "..", ""),
    *("con\r\nset-cookie: x=1;.py", f"{evil('name')}.py", "é問.py", "a/../../b.py", "x.html", " .py", "-.py"),
    *("x.html.py", "x.svg.py"),
)
KEPT_APART = {  # of a file that somebody has handed in: it is never shown as a page
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_name_of_a_file_leads_anywhere(strange: TestSite, name: str) -> None:
    """As a file, as one that a page has kept, as the name of a text: refused, or shown and sent back under a name."""
    bob = strange.browser("bob")
    held = [{"name": one, "body": RIGHT, "path": one} for one in (name, "b.py")]
    kept = base64.b64encode(msgspec.msgpack.encode(held)).decode()
    sent: tuple[dict[str, Any], ...] = (
        {"files": [("file", (name, RIGHT))]},
        {"form": {"kept": kept, "main": name}},
        {"form": {"text": RIGHT.decode(), "name": name}},
    )
    for words in sent:
        answer = bob.post(HERE, **words)
        assert answer.status_code in (303, 400, 422), answer.text
        if answer.status_code != 303:
            assert not Harm(answer.text).found
            continue
        page = answer.headers["location"].partition("?")[0]
        assert re.fullmatch(r"/submissions/[0-9a-f]{16}", page)
        shown = bob.get(page)
        assert not Harm(shown.text).found
        assert BIDI not in shown.text
        file = bob.get(f"{page}/files/0")
        assert file.content == RIGHT
        assert re.fullmatch(r"attachment; filename\*=UTF-8''[A-Za-z0-9%._~-]+", file.headers["content-disposition"])
        assert "set-cookie" not in file.headers
        assert KEPT_APART.items() <= file.headers.items()


def zipped(*entries: tuple[str, bytes], mode: int = 0) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in entries:
            info = zipfile.ZipInfo(name)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, mode << 16
            archive.writestr(info, body)
    return file.getvalue()


def nested(depth: int) -> bytes:
    made = zipped(("x.py", RIGHT))
    for _ in range(depth):
        made = zipped(("x.zip", made), ("y.zip", made))
    return made


BOMBS = {
    "a bomb": lambda: zipped(("x.py", bytes(64 << 20))),
    "zips in zips": lambda: nested(8),
    "very many": lambda: zipped(*((f"{at:06x}", b"") for at in range(30_000))),
    "a link": lambda: zipped(("x.py", b"/etc/passwd"), mode=0o120777),
    "up": lambda: zipped(("../../x.py", RIGHT)),
    "absolute": lambda: zipped(("/etc/x.py", RIGHT)),
    "twice": lambda: zipped(("x.py", RIGHT), ("X.py", RIGHT), ("x\u0301.py", RIGHT)),
    "half": lambda: zipped(("x.py", RIGHT * 100))[:-40],
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOMBS)
def test_a_zip_that_bites_is_refused(strange: TestSite, kind: str) -> None:
    body = BOMBS[kind]()
    assert strange.browser("bob").post(HERE, files=[("file", ("x.zip", body))]).status_code in (303, 413, 422)
    to = "/staff/problems/quiz/class"
    answer = strange.browser("ines").fill(to, to, files=[("class", ("x.zip", body))])
    assert answer.status_code in (303, 422)
    assert not any(path.exists() for path in (Path("/etc/x.py"), strange.settings.store.parent.parent / "x.py"))


_PART = b'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'
MULTIPARTS = {
    "very many fields": ("boundary=x", _PART * 10_000 + b"--x--\r\n", 400),
    "endless headers": ("boundary=x", b"--x\r\n" + b"a: b\r\n" * 100_000, 400),
    "an endless header": ("boundary=x", b"--x\r\na: " + b"b" * 1_000_000, 400),
    "an endless beginning": ("boundary=x", b"\r\n" * 500_000, 403),
    "another boundary": ("boundary=y", _PART + b"--x--\r\n", 400),
    "no boundary": ("", _PART, 400),
    "an empty boundary": ("boundary=", _PART, 400),
    "a long boundary": (f"boundary={'x' * 9000}", _PART, 400),
    "no end": ("boundary=x", _PART, 403),
    "no name": ("boundary=x", b"--x\r\ncontent-disposition: form-data\r\n\r\n1\r\n--x--\r\n", 400),
    "punycode": ("boundary=x; charset=punycode", _PART.replace(b"1", b"a" * 50_000 + b"-" + b"a" * 50_000), 415),
    "no codec": ("boundary=x; charset=zlib", _PART + b"--x--\r\n", 415),
}


@pytest.mark.parametrize("kind", MULTIPARTS)
def test_a_form_that_bites_is_refused(strange: TestSite, kind: str) -> None:
    """400 where it is no form, 403 where it is one without its key, 415 where its sender would choose how it is read:
    the codec of punycode takes the square of a text's length."""
    words, body, status = MULTIPARTS[kind]
    headers = {"content-type": f"multipart/form-data; {words}"}
    assert strange.browser("bob").send("POST", HERE, content=body, headers=headers).status_code == status


def test_very_many_fields_of_a_plain_form_are_refused(strange: TestSite) -> None:
    headers = {"content-type": "application/x-www-form-urlencoded"}
    for one in (b"a&", b"a;", b"a=&"):
        answer = strange.browser("bob").send("POST", HERE, content=one * 1_000_000, headers=headers)
        assert answer.status_code == (403 if one == b"a;" else 400), "a semicolon separates nothing"


@contextmanager
def losing(site: Listening, lost: int) -> Iterator[tuple[Site, Stranger]]:
    """Return the site behind a proxy that passes each request on, but loses the first answers to a submission."""
    left = lost

    def passed_on(one: socket.socket) -> None:
        nonlocal left
        request = re.sub(
            rb"(?im)^host: .*\r$", b"Host: " + urlsplit(site.url).netloc.encode() + b"\r", at.heard[-1], count=1
        )
        answer = _answered(site, request)
        if request.startswith(b"POST") and left:
            left -= 1
        else:
            one.sendall(answer)

    with stranger(passed_on) as at:
        tokens = iter([site.token()])  # it is asked for once
        with patch("time.sleep"):
            yield Site(at.url, lambda _: next(tokens)), at


def _answered(site: Listening, request: bytes) -> bytes:
    """Return the whole answer: by then the site has stored what it was sent."""
    place = urlsplit(site.url)
    with socket.create_connection((place.hostname, place.port), PATIENCE_S) as there:
        there.sendall(request)
        return b"".join(iter(lambda: there.recv(65536), b""))


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_it_is_handed_in_once_and_followed(tmp_path: Path, lost: int) -> None:
    with listening(tmp_path) as site, losing(site, lost) as (seen, at):
        begun = seen.submit(seen.problem("quiz"), [("mine.py", WRONG)])
        assert sum(request.startswith(b"POST") for request in at.heard) == lost + 1
        with Store(site.settings.store) as store:
            assert [job.code for job in store.queue.of("ada")] == [begun.job]
        assert seen.progress(begun.job, 0).state == "waiting"
