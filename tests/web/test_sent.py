"""What an attacker sends in forms: names that lead elsewhere, bombs, forms that are none. Each is refused in time."""

from __future__ import annotations

import base64
import io
import re
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.web.sites import RIGHT, TestSite
from tests.web.strangers import Harm, evil

HERE = "/problems/quiz/submissions"
BIDI = "\u202e"
FORM, PLAIN = "multipart/form-data; ", "application/x-www-form-urlencoded"


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


async def endless() -> AsyncIterator[bytes]:
    for _ in range(100):
        yield b"y" * 4096


_PART = b'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'
BITES: dict[str, tuple[Any, Any, int]] = {
    "very many fields": (FORM + "boundary=x", _PART * 10_000 + b"--x--\r\n", 400),
    "endless headers": (FORM + "boundary=x", b"--x\r\n" + b"a: b\r\n" * 100_000, 400),
    "an endless header": (FORM + "boundary=x", b"--x\r\na: " + b"b" * 1_000_000, 400),
    "an endless beginning": (FORM + "boundary=x", b"\r\n" * 500_000, 403),
    "another boundary": (FORM + "boundary=y", _PART + b"--x--\r\n", 400),
    "no boundary": (FORM, _PART, 400),
    "an empty boundary": (FORM + "boundary=", _PART, 400),
    "a long boundary": (FORM + f"boundary={'x' * 9000}", _PART, 400),
    "no end": (FORM + "boundary=x", _PART, 403),
    "no name": (FORM + "boundary=x", b"--x\r\ncontent-disposition: form-data\r\n\r\n1\r\n--x--\r\n", 400),
    "punycode": (FORM + "boundary=x; charset=punycode", _PART.replace(b"1", b"a" * 50_000 + b"-" + b"a" * 50_000), 415),
    "no codec": (FORM + "boundary=x; charset=zlib", _PART + b"--x--\r\n", 415),
    "a plain one of very many fields": (PLAIN, b"a&" * 1_000_000, 400),
    "a plain one with very many semicolons": (PLAIN, b"a;" * 1_000_000, 403),
    "a plain one of very many empty fields": (PLAIN, b"a=&" * 1_000_000, 400),
    "as much as comes": (PLAIN, endless(), 413),
    **{
        f"a length of {length}": ({"content-length": length.encode(), "content-type": PLAIN}, b"", 413)
        for length in ("-1", "1e3", "99999999999999999999", "٣")
    },
    **{kind: (kind, b"{}", 415) for kind in ("application/json", "text/plain", "x")},
}


@pytest.mark.parametrize("kind", BITES)
def test_a_form_that_bites_is_refused(strange: TestSite, kind: str) -> None:
    """400 where it is no form, 403 where it is one without its key (semicolons separate nothing), 413 where it is too
    long, 415 where its sender would choose how it is read: the codec of punycode takes the square of a text's
    length."""
    head, body, status = BITES[kind]
    headers = {"content-type": head} if isinstance(head, str) else head
    to = "/out" if status == 413 else HERE  # where little is taken
    assert strange.browser("bob").send("POST", to, content=body, headers=headers).status_code == status
