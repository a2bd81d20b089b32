"""Texts of strangers stay texts: on every page that shows them, in streams, and in what spreadsheets open. Of what is
sent in forms, names lead nowhere, bombs and what is no form are refused in time."""

from __future__ import annotations

import base64
import csv
import io
import itertools
import os
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
import pytest

from judge.model import Student
from tests import classes
from tests.web.sites import RIGHT, TestSite
from tests.web.strangers import STUDENTS, Harm, evil, harm_in, jobs_of, turning
from tests.web.table import PAGES, ROWS, parts

_FORMULAS: Final = ("=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\uff1d1", "|x", "%x")
_BEGINS: Final = re.compile(r"\s*[=+\-@|%\uff1d]")
_NUMBER: Final = re.compile(r"-|-?\d+(\.\d+)?")


def test_each_text_is_shown_as_a_text(strange: TestSite) -> None:
    words = parts(jobs_of(strange, "ada", "words")[0], problem="words", case="one")
    for line in Path(__file__).with_name("shown.txt").read_text().splitlines()[1:]:
        label, path, *owner = line.split()
        [row] = [row for row in PAGES if row.path == path]
        answer = strange.browser("".join(owner)).ask(row, words)
        assert f"zz-{label}" in answer.text, label
        assert not harm_in(answer), label
        if answer.headers["content-type"].startswith("text/html"):
            assert not re.search(r"[\u202a-\u202e\u2066-\u2069\u2028]", answer.text), label


def test_no_page_and_no_stream_of_staff_runs_one(strange: TestSite) -> None:
    """Of a problem without a board; tests/web/test_routes.py has all answers about one with a board."""
    words, hal = parts(jobs_of(strange, "zed", "words")[0], problem="words", case="one"), strange.browser("hal")
    for row in PAGES:
        assert not harm_in(hal.ask(row, words)), row


_FORMS: Final[dict[str, dict[str, str]]] = {
    "/staff/people/add": {name: evil(name) for name in ("id", "name", "email", "section", "group", "extension")}
    | {"role": "student"},
    "/staff/people/link": {"days": "1"},
    "/staff/people/invite": {"role": "student", "days": "1", "most": "2", "words": turning("invited")},
    "/staff/problems/{problem}/terms": {"deadline": turning("deadline"), "grace": evil("grace")},
    "/staff/problems/{problem}/student/mark": {"decision": turning("what"), "comment": "", "why": evil("why")},
    "/staff/problems/{problem}/regrade": {"reason": evil("reason"), "students": turning("students")},
    "/staff/problems/{problem}/exports/{name}": {"title": turning("column")},
    "/problems/{problem}/submissions": {"text": "x", "name": evil("name"), "main": turning("main")},
    "/tokens": {"words": turning("token")},
}


@pytest.mark.parametrize("path", _FORMS)
def test_no_answer_to_a_form_runs_what_was_filled_in(strange: TestSite, path: str) -> None:
    [row] = [row for row in ROWS if (row.method, row.path) == ("POST", path)]
    hal = strange.browser("hal")
    answer = hal.ask(row, parts(jobs_of(strange, "ada")[0]), form=_FORMS[path])
    assert answer.status_code < 500
    assert not Harm(answer.text).found
    after = hal.get("/staff/log") if answer.status_code == 303 else answer
    assert not Harm(after.text).found


def test_no_file_that_staff_upload_runs(strange: TestSite) -> None:
    hal, head = strange.browser("hal"), "id,name,email,section,group\n"
    cells = ['"' + evil(name).replace('"', '""') + '"' for name in ("id", "name", "email", "section", "group")]
    for text in (head + ",".join(cells), f"{evil('head')},x\n1,2\n", head + '"unclosed', "\xff\xfe"):
        files = [("roster", (f"{evil('list')}.csv", text.encode()))]
        answer = hal.post("/staff/people/roster", files=files)
        assert answer.status_code in (200, 422)
        assert "zz-" in answer.text
        assert not Harm(answer.text).found
    names = [f"{evil(f'folder{at}')}_{at}_assignsubmission_file/{evil('file')}.py" for at in range(3)]
    path, body = "/staff/problems/quiz/class", classes.zipped(dict.fromkeys(names, turning("source").encode()))
    hal.post(path, files=[("class", (f"{evil('class')}.zip", body))])
    shown = hal.get(path)
    assert "zz-folder1" in shown.text
    assert not Harm(shown.text).found


def test_no_file_for_a_spreadsheet_holds_a_formula_of_a_stranger(strange: TestSite) -> None:
    """What goes to an LMS has the same cells: tests/reports/test_exports.py."""
    for at, owner in enumerate(STUDENTS):
        name, section = (_FORMULAS[(at + more) % len(_FORMULAS)] for more in (0, 3))
        student = Student(owner, f"{name}calc", section=section, email=_FORMULAS[at])
        strange.store.accounts.enter(student, "student", "hal")
    for path in ("/staff/problems/quiz/exports/gradebook", "/staff/course", "/staff/people/links"):
        answer = strange.browser("ines").post(path, {"sure": "1", "days": "1"})
        rows: list[list[str]] = [*csv.reader(io.StringIO(answer.text.removeprefix("\ufeff")))]
        assert "alc" in answer.text
        assert not [cell for row in rows for cell in row if _BEGINS.match(cell) and not _NUMBER.fullmatch(cell)]


_NAMES: Final = (
    "id role days most words kind invitation sure case by with done page jury view step word after q what who before "
    "algorithm file student students cases reason again disturbed batch allow decision points why comment deadline "
    "grace late_penalty extension held title form list key main text name kept only_new job v"
)
_ODD: Final = (
    *("", "0", "-1", "9" * 20, "\0", "\n", "\u202e", "\u0663", "nan", "1e999", "%", "'", "a" * 5000),
    evil("odd"),
)
_ENDS: Final = ("/out", "/in/{secret}", "/staff/people/remove")


@pytest.mark.slow
def test_no_odd_word_makes_anything_fail(strange: TestSite) -> None:
    """In addresses and in forms, of students and of hosts; and none is mark-up in the answer. Others for each
    commit."""
    chance, names = random.Random(os.environ.get("JUDGE_SAMPLE", "19")), _NAMES.split()
    words, browsers = parts(jobs_of(strange, "ada")[0]), [strange.browser(owner) for owner in ("ada", "hal")]
    for _, browser, row in itertools.product(range(4), browsers, (row for row in ROWS if row.path not in _ENDS)):
        query, form = ({chance.choice(names): chance.choice(_ODD) for _ in range(count)} for count in (3, 8))
        path = row.address(words)
        path += ("&" if "?" in path else "?") + urlencode(query)
        answer = browser.post(path, form) if row.method == "POST" else browser.get(path)
        assert answer.status_code < 500 or row.path == "/health", (row, query, form)
        assert not harm_in(answer), (row, query, form)


# --- what is sent in forms -------------------------------------------------------------------------------------------
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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["x.py", "../../x.py", "/etc/x.py"])
def test_a_zip_that_bites_is_refused(strange: TestSite, name: str) -> None:
    """A bomb, and what leads out of its folder; tests/classroom/test_archives.py has links, damage and very many."""
    body = classes.zipped({name: bytes(64 << 20) if name == "x.py" else RIGHT})
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
