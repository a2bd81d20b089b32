"""Texts of strangers stay texts: on every page that shows them, in streams, and in what spreadsheets open."""

from __future__ import annotations

import csv
import io
import itertools
import os
import random
import re
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import pytest

from judge.model import Student
from tests.classes import zipped
from tests.web.sites import TestSite
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
    path, body = "/staff/problems/quiz/class", zipped(dict.fromkeys(names, turning("source").encode()))
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
