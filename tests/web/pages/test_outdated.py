"""Of two at one form the second is told: what a page has not shown is not written over, and the page is shown anew."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.web.sites import RIGHT, WRONG, Browser, TestSite, hidden_in, served, steady

QUIZ: Final = "/staff/problems/quiz"
PEOPLE: Final = "/staff/people"


class Form(NamedTuple):
    """A form of a page, what two fill in, and what the page anew shows of what the first did. Of a match file two
    fill in a row."""

    page: str
    to: str
    first: dict[str, str]
    second: dict[str, str]
    shown: str


_POINTS = {"decision": "points", "why": "by mail"}
FORMS: Final = {
    "points": Form(
        f"{QUIZ}/student?id=ada",
        f"{QUIZ}/student/mark",
        {**_POINTS, "points": "7"},
        {**_POINTS, "points": "3"},
        "7 points by hand",
    ),
    "dates": Form(
        f"{QUIZ}/terms", f"{QUIZ}/terms", {"deadline": "2031-01-01"}, {"deadline": "2032-02-02"}, "2031-01-01"
    ),
    "extension": Form(
        f"{QUIZ}/terms",
        f"{QUIZ}/terms",
        {"id": "ada", "extension": "3 days"},
        {"id": "ada", "extension": "4 days"},
        "3 days",
    ),
    "role": Form(f"{PEOPLE}/person?id=bob", f"{PEOPLE}/role", {"role": "grader"}, {"role": "student"}, "grader"),
    "removal": Form(f"{PEOPLE}/person?id=bob", f"{PEOPLE}/role", {"role": "grader"}, {"sure": "1"}, "grader"),
    "settling": Form(f"{QUIZ}/class", f"{QUIZ}/class", {"match": "x7,ada"}, {"match": "x7,bob"}, "ada"),
    "deletion": Form(f"{QUIZ}/class", f"{QUIZ}/class", {"match": "x7,ada"}, {}, "ada"),
}
_OTHERWISE: Final = {"removal": f"{PEOPLE}/remove", "deletion": f"{QUIZ}/class/discard"}  # where the second form leads


@pytest.fixture(name="site")
def _site(tmp_path: Path) -> Iterator[TestSite]:
    with served(tmp_path) as site:
        yield site


def _upload(browser: Browser, name: str, source: bytes = RIGHT) -> None:
    """Upload a class of two submissions, the other one nobody's."""
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for folder in (name, "x9"):
            archive.writestr(f"{folder}/main.py", source)
    path = f"{QUIZ}/class"
    assert browser.fill(path, path, files={"class": (f"{name}.zip", body.getvalue())}).status_code == 303


def _filled(said: dict[str, str]) -> dict[str, Any]:
    """Return what fills in a form, a match file as such."""
    row = said.get("match")
    return {"files": {"match": ("m.csv", f"file,student\n{row}\n".encode())}} if row else {}


@pytest.mark.parametrize("name", FORMS)
def test_the_second_is_told_and_changes_nothing(site: TestSite, name: str) -> None:
    page, to, first, second, shown = FORMS[name]
    ines, hal = site.browser("ines"), site.browser("hal")
    if "class" in page:
        _upload(hal, "x7")
    then = _OTHERWISE.get(name, to)
    old = hidden_in(hal.get(page).text, then)
    done = ines.fill(page, to, first, **_filled(first))
    assert done.status_code == 303
    now = steady(hal.get(page).text)
    late = hal.post(then, {**old, **second}, **_filled(second))
    assert (late.status_code, shown in late.text) == (409, True)
    assert "has changed since your page was loaded" in late.text
    assert steady(hal.get(page).text) == now
    fields = hidden_in(late.text, then)
    assert hal.post(then, {**fields, **second}, **_filled(second)).status_code == 303, "who has seen it decides"


def test_two_at_once_do_not_both_win(site: TestSite) -> None:
    page, to = f"{PEOPLE}/person?id=bob", f"{PEOPLE}/role"
    browsers = [site.browser(one) for one in ("ines", "hal") * 4]
    forms = [{**hidden_in(one.get(page).text, to), "role": "grader"} for one in browsers]
    with ThreadPoolExecutor(len(browsers)) as pool:
        answers = pool.map(lambda one: one[0].post(to, one[1]).status_code, zip(browsers, forms, strict=True))
    assert sorted(answers) == [303] + [409] * 7


def test_a_list_makes_nobody_anew_who_was_removed_meanwhile(site: TestSite) -> None:
    ines, hal = site.browser("ines"), site.browser("hal")
    sent = ines.post(f"{PEOPLE}/roster", files={"roster": ("r.csv", b"id,name\nada,Ada Lee\nbob,Bob Lee\n")})
    assert "0 new, 2 changed" in sent.text
    assert hal.fill(f"{PEOPLE}/person?id=bob", f"{PEOPLE}/remove", {"sure": "1"}).status_code == 303
    late = ines.post(f"{PEOPLE}/roster/apply", hidden_in(sent.text, f"{PEOPLE}/roster/apply"))
    assert (late.status_code, "1 new, 1 changed" in late.text) == (409, True)
    with site.store() as store:
        assert store.accounts.of("bob") is None
    hal.get("/")
    assert ines.post(f"{PEOPLE}/roster/apply", hidden_in(late.text, f"{PEOPLE}/roster/apply")).status_code == 303


@pytest.mark.parametrize("word", ["hand-in", "discard", "match", ""])
def test_what_another_has_uploaded_meanwhile_stays(site: TestSite, word: str) -> None:
    ines, hal = site.browser("ines"), site.browser("hal")
    _upload(ines, "ada")
    to = f"{QUIZ}/class/{word}".removesuffix("match").rstrip("/")
    old = hidden_in(ines.get(f"{QUIZ}/class").text, f"{QUIZ}/class/discard")
    _upload(hal, "bob", WRONG)
    files = {"match": {"match": ("m.csv", b"file,student\nx9,ada\n")}, "": {"class": ("again.zip", b"PK")}}
    late = ines.post(to, old, files=files.get(word))
    assert late.status_code in (409, 422)
    page = hal.get(f"{QUIZ}/class").text
    assert "bob.zip" in page
    assert "1 submission ready" in page
    with site.store() as store:
        assert store.queue.open() == []
