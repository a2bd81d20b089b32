"""A class is uploaded, settled by its match file and handed in: each clear submission once, nobody else's ever. One is
read at a time, and what happens meanwhile is no part of it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from unittest.mock import Mock

import pytest

from judge.classroom import ClassUpload
from judge.model import Job
from judge.store import Store
from judge.web.ask import RefusedError
from judge.web.pages import class_upload
from tests.classes import zipped
from tests.web.judged import put
from tests.web.sites import RIGHT, WRONG, Browser, TestSite, says

CLASS: Final = "/staff/problems/quiz/class"
TERMS: Final = "/staff/problems/quiz/terms"
HELPER: Final = {"a.py": b"print(1)\n", "b.py": b"print(2)\n"}  # which of them is run?


class Class:
    """The page of a class, as an instructor uses it. Each step returns the page that they see then."""

    def __init__(self, site: TestSite, browser: Browser) -> None:
        self.site, self.browser = site, browser
        self.kept = site.folder / "web" / "classes" / "quiz"

    def send(self, word: str, files: Mapping[str, Any] = {}) -> str:
        sent = self.browser.fill(CLASS, f"{CLASS}{word}", files=files or None)
        return str(self.browser.get(sent.headers["location"]).text if sent.status_code == 303 else sent.text)

    def upload(self, folders: Mapping[str, bytes | Mapping[str, bytes]]) -> str:
        """Upload a class of these folders, each with a program or with its files."""
        files = {
            f"{folder}/{name}": data
            for folder, held in folders.items()
            for name, data in (held if isinstance(held, Mapping) else {"main.py": held}).items()
        }
        return self.send("", {"class": ("hw1.zip", zipped(files), "application/zip")})

    def settle(self, *rows: str) -> str:
        return self.send("", {"match": ("m.csv", "\n".join(("file,student,main", *rows)).encode(), "text/csv")})

    def hand_in(self) -> str:
        return self.send("/hand-in")

    def match(self) -> list[dict[str, str]]:
        """Return the rows of the match file that the page has."""
        sent = self.browser.get(f"{CLASS}/match")
        assert sent.headers["content-type"].startswith("text/csv")
        return list(csv.DictReader(io.StringIO(sent.content.decode("utf-8-sig"))))

    def jobs(self, owner: str) -> list[Job]:
        return self.site.store.queue.of(owner, "quiz")


@pytest.fixture(name="page")
def _page(site: TestSite) -> Iterator[Class]:
    made = Class(site, site.newcomer("instructor"))
    yield made
    if "Delete the upload" in made.browser.get(CLASS).text:
        made.send("/discard")


def test_what_is_clear_is_handed_in_once(site: TestSite, page: Class) -> None:
    ada, bob = site.newcomer().owner, site.newcomer().owner
    says(page.upload({ada: RIGHT, bob: WRONG}), "2 submissions ready")
    assert page.jobs(ada) == []
    says(page.hand_in(), "All that is clear is handed in.")
    [job] = page.jobs(ada)
    assert (job.author, job.state, job.submission and job.submission.path.name) == (
        *(page.browser.owner, "waiting", "main.py"),
    )
    assert not page.kept.exists(), "nothing waits any more"
    says(page.upload({ada: RIGHT, bob: RIGHT}), "1 submission ready", "1 submission of the same bytes is here already")
    page.hand_in()
    assert page.browser.get(f"{CLASS}/match").status_code == 409
    assert [len(page.jobs(owner)) for owner in (ada, bob)] == [1, 2]
    deed = next(deed for _, deed in site.store.deeds.latest(9) if deed.what == "class handed in")
    assert (deed.author, deed.problem, deed.words) == (page.browser.owner, "quiz", "1 submission, 0 new accounts")


def test_doubts_are_settled_by_the_match_file_of_the_page(site: TestSite, page: Class) -> None:
    ada, bob = site.newcomer().owner, site.newcomer().owner
    says(page.upload({"team7": RIGHT, "nobody": WRONG, bob: HELPER}), "0 submissions ready", "3 not clear")
    assert [row["file"] for row in page.match()] == ["nobody", "team7", bob]
    said = page.settle(f"team7,{ada.upper()},", f"team7,{bob},", "nobody,-,", f"{bob},,")
    says(said, "The match file is kept.", "2 submissions ready", "0 not clear")  # whose it is was settled by hand
    held = page.match()
    assert {(row["file"], row["student"]) for row in held} >= {("team7", ada.upper()), ("team7", bob), ("nobody", "-")}
    says(page.settle(*(f"{row['file']},{row['student']},{row['main']}" for row in held)), "2 submissions ready")
    says(page.settle("nobody,-,", f"{bob},,b.py"), "1 submission ready")  # the corrected one takes its place
    assert [row["file"] for row in page.match() if row["why"]] == ["team7"]
    page.hand_in()
    assert [len(page.jobs(owner)) for owner in (ada, bob)] == [0, 1]
    assert page.kept.exists(), "one still waits"
    says(page.upload({"x2": RIGHT}), "1 not clear")  # another export takes the place of the match file, too


def test_a_match_file_with_a_wrong_row_is_not_kept(page: Class) -> None:
    page.upload({"x1": RIGHT, "x2": WRONG})
    wrong = {"x1,nobody at all,": "line 2 [E473]", "x1,-,\ngone,-,": "line 3 [E473]", 'x1,"': "[E472]"}
    for rows, said in wrong.items():
        says(page.settle(rows), said, f"!{page.site.folder}")
        says(page.browser.get(CLASS).text, "2 not clear")


def test_the_export_says_who_there_is_where_nobody_has_an_account(own: TestSite) -> None:
    for owner in ("ada", "bob"):
        own.store.accounts.remove(owner, "")
    page = Class(own, own.browser("hal"))
    said = page.upload({"cy": RIGHT, "hal": RIGHT, "x" * 201: RIGHT, "two": HELPER})
    says(said, "1 student will get an account", "somebody who is no student here", "longer than 200 characters")
    page.settle("two,two,a.py")
    page.hand_in()
    roles = {one.owner: one.role for one in own.store.accounts.everybody()}
    assert roles == {"cy": "student", "gil": "grader", "hal": "host", "ines": "instructor", "two": "student"}
    assert [len(page.jobs(owner)) for owner in ("cy", "two", "hal")] == [1, 1, 0]


def test_a_time_that_nobody_knows_is_charged_to_nobody(own: TestSite) -> None:
    page = Class(own, own.browser("ines"))
    page.browser.fill(TERMS, TERMS, {"deadline": "2026-01-02T12:00:00+00:00"})
    says(page.upload({"ada": RIGHT}), "not known: on time")
    page.hand_in()
    [job] = page.jobs("ada")
    assert datetime.fromtimestamp(job.at_s, UTC) == datetime(2026, 1, 2, 12, tzinfo=UTC)
    canvas = zipped({"bob_LATE_12_345_main.py": WRONG})
    says(page.send("", {"class": ("c.zip", canvas, "application/zip")}), "late, not known how late: counts as on time")


@pytest.mark.parametrize(("name", "code"), [("kept.json", "E514"), ("match.csv", "E472"), ("hw1.zip", "E514")])
def test_nobody_else_on_the_host_reads_an_upload_and_one_that_was_spoilt_can_be_deleted(
    page: Class, name: str, code: str
) -> None:
    page.upload({"x": RIGHT})
    page.settle("x,-,")
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in page.kept.iterdir()}
    assert modes == dict.fromkeys(("hw1.zip", "kept.json", "match.csv"), "0o600")
    assert {oct(path.stat().st_mode & 0o777) for path in (page.kept, *page.kept.parents[:2])} == {"0o700"}
    (page.kept / name).unlink()
    if not name.endswith(".zip"):
        (page.kept / name).write_text('{"x": 1')
    sent = page.browser.get(CLASS)
    says(sent.text, f"[{code}]", "Delete the upload")
    assert (sent.status_code, f"[{code}]" in page.browser.get(f"{CLASS}/match").text) == (422, True)
    page.send("/discard")
    assert page.browser.get(CLASS).status_code == 200
    assert not page.kept.exists()


def test_an_upload_that_can_not_be_kept_says_so(own: TestSite) -> None:
    page = Class(own, own.browser("ines"))
    page.kept.parent.mkdir(parents=True)
    page.kept.write_text("in the way")
    says(page.browser.post(CLASS, files={"class": ("hw1.zip", zipped({"x/main.py": RIGHT}))}).text, "[E515]")


@pytest.mark.slow
def test_too_large_a_zip_is_refused(page: Class) -> None:
    sent = page.browser.post(CLASS, files={"class": ("x.zip", b"PK" * (33 << 20), "application/zip")})
    assert (sent.status_code, "at most 64 MiB" in sent.text) == (413, True)


@pytest.mark.parametrize("name", ["hw1.zip", "..", "..zip", "/etc/x", "ü" * 99, ".zip", "a.b.ZIP"])
def test_a_name_of_a_zip_is_safe(page: Class, name: str) -> None:
    page.send("", {"class": (name, zipped({"x/main.py": RIGHT}))})
    [kept] = (path.name for path in page.kept.iterdir() if path.name != "kept.json")
    assert re.fullmatch(r"[A-Za-z0-9 _-][A-Za-z0-9 ._-]{0,79}\.zip", kept)


# --- while it is read ------------------------------------------------------------------------------------------------
def test_who_waits_long_for_another_class_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_upload, "_PATIENCE_S", 0.001)
    with class_upload.reading(), pytest.raises(RefusedError) as refused, class_upload.reading():
        pass
    assert refused.value.status == 503
    with class_upload.reading():
        pass


@pytest.mark.parametrize("settled", [False, True])
def test_who_hands_in_while_a_class_is_read_is_seen_there(
    own: TestSite, monkeypatch: pytest.MonkeyPatch, *, settled: bool
) -> None:
    """Nothing changes after that, so what was read is shown: not as if it had been read later."""
    page = Class(own, own.browser("ines"))
    if settled:
        page.upload({"ada": RIGHT})

    def read_slowly(*given: Any) -> ClassUpload:
        found = ClassUpload.read(*given)
        with Store(own.settings.store) as store:
            put(store, own.problem, "ada", RIGHT)
        monkeypatch.undo()
        return found

    monkeypatch.setattr(class_upload, "ClassUpload", Mock(read=read_slowly))
    said = page.settle("ada,ada,") if settled else page.upload({"ada": RIGHT})
    says(said, "0 submissions ready", "1 submission of the same bytes is here already")
    says(page.browser.get(CLASS).text, "0 submissions ready")
