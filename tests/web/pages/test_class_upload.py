"""A class is uploaded, settled by its match file and handed in: each clear submission once, nobody else's ever."""

from __future__ import annotations

import csv
import io
import re
import shutil
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from judge.model.classroom import Student
from judge.model.job import Job
from judge.store import Store
from judge.store.forget import forget_uploads, uploads_of
from judge.web.uploads import reading, safe_name
from tests.web.sites import RIGHT, WRONG, Browser, TestSite, served, zipped

CLASS = "/staff/problems/quiz/class"
TERMS = "/staff/problems/quiz/terms"
HELPER = {"two/a.py": b"print(1)\n", "two/b.py": b"print(2)\n"}  # which of them is run?


@pytest.fixture(name="ines")
def _ines(site: TestSite) -> Iterator[Browser]:
    browser = site.newcomer("instructor")
    yield browser
    delete(browser)


def delete(browser: Browser) -> None:
    if "Delete the upload" in browser.get(CLASS).text:
        browser.fill(CLASS, f"{CLASS}/discard")


def upload(browser: Browser, files: dict[str, bytes] | bytes, name: str = "hw1.zip") -> str:
    """Upload a class; return the page that the browser then sees."""
    body = files if isinstance(files, bytes) else zipped(files)
    sent = browser.fill(CLASS, CLASS, files={"class": (name, body, "application/zip")})
    return str(browser.get(sent.headers["location"]).text if sent.status_code == 303 else sent.text)


def hand_in(browser: Browser) -> Any:
    """Press the button of the page."""
    return browser.fill(CLASS, f"{CLASS}/hand-in")


def jobs(site: TestSite, owner: str) -> list[Job]:
    with site.store() as store:
        return store.queue.of(owner, "quiz")


def settle(browser: Browser, *rows: str) -> str:
    """Upload a match file of these rows; return the page that the browser then sees."""
    body = "\n".join(("file,student,main", *rows)).encode()
    sent = browser.fill(CLASS, CLASS, files={"match": ("m.csv", body, "text/csv")})
    return str(browser.get(sent.headers["location"]).text if sent.status_code == 303 else sent.text)


def match_file(browser: Browser) -> list[dict[str, str]]:
    """Return the rows of the match file that the page has."""
    sent = browser.get(f"{CLASS}/match")
    assert sent.headers["content-type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(sent.content.decode("utf-8-sig"))))


def kept(site: TestSite) -> Path:
    return site.settings.store.parent / "web" / "classes" / "quiz"


def test_what_is_clear_is_handed_in_once(site: TestSite, ines: Browser) -> None:
    ada, bob = site.newcomer().owner, site.newcomer().owner
    files = {f"{ada}/main.py": RIGHT, f"{bob}/main.py": WRONG}
    assert "2 submissions ready" in upload(ines, files)
    assert jobs(site, ada) == []
    sent = hand_in(ines)
    assert "All that is clear is handed in." in ines.get(sent.headers["location"]).text
    [job] = jobs(site, ada)
    assert (job.author, job.state, job.submission and job.submission.path.name) == (ines.owner, "waiting", "main.py")
    assert not kept(site).exists(), "nothing waits any more"
    page = upload(ines, {**files, f"{bob}/main.py": RIGHT})
    assert "1 submission ready" in page
    assert "1 submission of the same bytes is here already" in page
    hand_in(ines)
    assert ines.get(f"{CLASS}/match").status_code == 409
    assert [len(jobs(site, owner)) for owner in (ada, bob)] == [1, 2]
    with site.store() as store:
        deed = next(deed for _, deed in store.deeds.latest(9) if deed.what == "class handed in")
    assert (deed.author, deed.problem, deed.words) == (ines.owner, "quiz", "1 submission, 0 new accounts")


def test_doubts_are_settled_by_the_match_file_of_the_page(site: TestSite, ines: Browser) -> None:
    ada, bob = site.newcomer().owner, site.newcomer().owner
    files = {"team7/main.py": RIGHT, "nobody/main.py": WRONG}
    files |= {f"{bob}/{name.partition('/')[2]}": data for name, data in HELPER.items()}
    page = upload(ines, files)
    assert "0 submissions ready" in page
    assert "3 not clear" in page
    assert [row["file"] for row in match_file(ines)] == ["nobody", "team7", bob]
    page = settle(ines, f"team7,{ada.upper()},", f"team7,{bob},", "nobody,-,", f"{bob},,")
    assert "The match file is kept." in page
    assert "0 not clear" in page, "whose it is was settled by hand: then it counts, and not the other"
    assert "2 submissions ready" in page
    held = match_file(ines)
    assert {(row["file"], row["student"]) for row in held} >= {("team7", ada.upper()), ("team7", bob), ("nobody", "-")}
    assert "2 submissions ready" in settle(ines, *(f"{row['file']},{row['student']},{row['main']}" for row in held))
    assert "1 submission ready" in settle(ines, "nobody,-,", f"{bob},,b.py"), "the corrected one takes its place"
    assert [row["file"] for row in match_file(ines) if row["why"]] == ["team7"]
    hand_in(ines)
    assert [len(jobs(site, owner)) for owner in (ada, bob)] == [0, 1]
    assert kept(site).exists(), "one still waits"


@pytest.mark.parametrize(
    ("rows", "said"),
    [(["x1,nobody at all,"], "line 2 [E473]"), (["x1,-,", "gone,-,"], "line 3 [E473]"), (['x1,"'], "[E472]")],
)
def test_a_match_file_with_a_wrong_row_is_not_kept(site: TestSite, ines: Browser, rows: list[str], said: str) -> None:
    upload(ines, {"x1/main.py": RIGHT, "x2/main.py": WRONG})
    page = settle(ines, *rows)
    assert said in page
    assert str(site.settings.store.parent) not in page
    assert "2 not clear" in ines.get(CLASS).text, "nothing is kept"


def test_another_export_takes_the_place_of_the_match_file_too(site: TestSite, ines: Browser) -> None:
    upload(ines, {"x1/main.py": RIGHT})
    assert "0 not clear" in settle(ines, "x1,-,")
    assert "1 not clear" in upload(ines, {"x2/main.py": RIGHT})


def test_the_export_says_who_there_is_where_nobody_has_an_account(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        with site.store() as store:
            for owner in ("ada", "bob"):
                store.accounts.remove(owner, "")
        hal = site.browser("hal")
        page = upload(hal, {"cy/main.py": RIGHT, "hal/main.py": RIGHT, "x" * 201 + "/main.py": RIGHT, **HELPER})
        assert "1 student will get an account" in page
        assert "somebody who is no student here" in page
        assert "longer than 200 characters" in page
        settle(hal, "two,two,a.py")
        hand_in(hal)
        with site.store() as store:
            roles = {one.owner: one.role for one in store.accounts.everybody()}
        assert roles == {"cy": "student", "gil": "grader", "hal": "host", "ines": "instructor", "two": "student"}
        assert [len(jobs(site, owner)) for owner in ("cy", "two", "hal")] == [1, 1, 0]


def test_a_time_that_nobody_knows_is_charged_to_nobody(site: TestSite, ines: Browser) -> None:
    ada = site.newcomer().owner
    ines.fill(TERMS, TERMS, {"deadline": "2026-01-02T12:00:00+00:00"})
    assert "not known: on time" in upload(ines, {f"{ada}/main.py": RIGHT})
    hand_in(ines)
    [job] = jobs(site, ada)
    assert datetime.fromtimestamp(job.at_s, UTC) == datetime(2026, 1, 2, 12, tzinfo=UTC)
    ines.fill(TERMS, TERMS, {"deadline": ""})


def test_nobody_else_on_the_host_reads_an_upload_and_a_button_deletes_it(site: TestSite, ines: Browser) -> None:
    upload(ines, {"x/main.py": RIGHT})
    settle(ines, "x,-,")
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in kept(site).iterdir()}
    assert modes == dict.fromkeys(("hw1.zip", "kept.json", "match.csv"), "0o600")
    assert {oct(path.stat().st_mode & 0o777) for path in (kept(site), *kept(site).parents[:2])} == {"0o700"}
    delete(ines)
    assert not kept(site).exists()


@pytest.mark.parametrize(("name", "code"), [("kept.json", "E514"), ("match.csv", "E472"), ("hw1.zip", "E514")])
def test_an_upload_that_was_spoilt_can_be_deleted(site: TestSite, ines: Browser, name: str, code: str) -> None:
    upload(ines, {"x/main.py": RIGHT})
    settle(ines, "x,-,")
    if name.endswith(".zip"):
        (kept(site) / name).unlink()
    else:
        (kept(site) / name).write_text('{"x": 1')
    sent = ines.get(CLASS)
    assert (sent.status_code, f"[{code}]" in sent.text, "Delete the upload" in sent.text) == (422, True, True)
    assert f"[{code}]" in ines.get(f"{CLASS}/match").text
    delete(ines)
    assert ines.get(CLASS).status_code == 200


def test_an_upload_that_can_not_be_kept_says_so(site: TestSite, ines: Browser) -> None:
    delete(ines)
    kept(site).parent.mkdir(parents=True, exist_ok=True)
    kept(site).write_text("in the way")
    sent = ines.post(CLASS, files={"class": ("hw1.zip", zipped({"x/main.py": RIGHT}))})
    assert "[E515]" in sent.text
    kept(site).unlink()


def test_too_large_a_zip_is_refused(ines: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.web.pages.class_upload.MOST", 1 << 20)
    sent = ines.post(CLASS, files={"class": ("x.zip", b"PK" * (1 << 20), "application/zip")})
    assert (sent.status_code, "at most 1 MiB" in sent.text) == (413, True)


def test_who_waits_long_for_another_class_is_sent_away(ines: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    upload(ines, {"x/main.py": RIGHT})
    monkeypatch.setattr("judge.web.uploads._PATIENCE_S", 0.001)
    with reading():
        assert ines.get(CLASS).status_code == 503
    assert ines.get(CLASS).status_code == 200


@pytest.mark.parametrize("name", ["hw1.zip", "..", "..zip", "/etc/x", "ü" * 99, "", ".zip", "a.b.ZIP"])
def test_a_name_of_a_zip_is_safe(name: str) -> None:
    safe = safe_name(name)
    assert re.fullmatch(r"[A-Za-z0-9 _-][A-Za-z0-9 ._-]{0,79}\.zip", safe)


@pytest.mark.parametrize(
    ("folder", "who", "gone"),
    [
        ("ada", "", True),
        ("Ada Lovelace_17_assignsubmission_file", "", True),
        ("team7", "ada", True),
        ("team7", "bob", False),
        ("adalbert", "", False),
    ],
)
def test_an_upload_that_names_them_is_deleted(tmp_path: Path, folder: str, who: str, *, gone: bool) -> None:
    with served(tmp_path) as site:
        with site.store() as store:
            store.accounts.enter(Student("ada", "Ada Lovelace"), "student", "")
            store.accounts.enter(Student("bob", "Bob Babbage"), "student", "")
        hal = site.browser("hal")
        upload(hal, {f"{folder}/main.py": RIGHT, "x9/main.py": WRONG})
        if who:
            settle(hal, f"{folder},{who},")
        copy = tmp_path / "ended" / "store.db"  # as the site's own threads have the file open still
        copy.parent.mkdir()
        shutil.copytree(uploads_of(site.settings.store), uploads_of(copy))
        with site.store() as store:
            store.upkeep.backup(copy)
    assert (uploads_of(copy) / "quiz").exists()
    with Store(copy) as store:
        done = store.upkeep.forget("ada")
    assert (done.uploads, done.left) == ((("quiz",), ()) if gone else ((), ("quiz",)))
    assert (uploads_of(copy) / "quiz").exists() is not gone


@pytest.mark.parametrize("damage", [b"ad\xff", b""], ids=["a name that is no UTF-8", "half of it"])
def test_an_upload_that_can_not_be_read_is_left_and_told(tmp_path: Path, damage: bytes) -> None:
    """To forget somebody must not end there, half done."""
    (tmp_path / "quiz").mkdir()
    path = tmp_path / "quiz" / "class.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("ad\u00e9/main.py", RIGHT)
    whole = path.read_bytes()
    path.write_bytes(whole.replace("ad\u00e9".encode()[:3], damage) if damage else whole[: len(whole) // 2])
    assert forget_uploads(tmp_path, re.compile("ada")) == ((), ("quiz",))
