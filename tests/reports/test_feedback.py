"""Students' pages as files: whole for the samples, a sentence for the rest, and names that each platform finds."""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import Graded, Shape, Student
from judge.reports import Sheet
from judge.reports.export import pages
from judge.reports.export.exporter import Exported
from judge.reports.export.feedback import export_feedback, packed, page_path, write_pages
from judge.reports.export.pages import LIST, Written, left_out, remove_former
from judge.reports.page.student import student_html
from tests.problems.told import hold
from tests.reports.graded import EVIL, SECRET, everybody, graded, judgement, uncompiled
from tests.reports.make import TOLD
from tests.reports.pages import Page
from tests.reports.test_pages import TAGS

SHEET = Sheet("Homework 1", "100 points if every case passes")


PAGES = {
    "a wrong public case": graded(1, judgement("WA AC AC AC", 50.0)),
    "wrong secret cases": graded(1, judgement("AC AC WA RTE", 0.0)),
    "half of the points": graded(3, judgement("AC AC AC WA", 25.0)),
    "what does not compile": graded(4, uncompiled()),
    "what the judge failed on": graded(1, judgement("AC AC JE AC", None)),
}


def test_a_page_says_what_its_reader_may_know() -> None:
    texts = {name: Page(re.sub("<style>.*</style>", "", student_html(row, SHEET))).text for name, row in PAGES.items()}
    codes = re.compile("What the codes mean.*(?=What was judged)", re.DOTALL)
    told = ([name, *filter(str.strip, codes.sub("", text).split("\n"))] for name, text in texts.items())
    hold(TOLD / "feedback.txt", map("\n    ".join, told))
    assert [name for name, text in texts.items() if SECRET in text] == ["a wrong public case"]


@given(name=st.text(max_size=40), note=st.text(max_size=40))
def test_any_name_is_text(name: str, note: str) -> None:
    assert Page(student_html(graded(1, None, name, note), SHEET)).kinds <= TAGS


def test_no_mark_up_gets_out_of_a_message() -> None:
    """A message may quote what the submission has printed."""
    row = judgement("WA AC AC AC", 50.0)
    evil = msgspec.structs.replace(row.runs[0], message="line 1 is '<b>|![x](y)'", finding=None, board=None)
    row = msgspec.structs.replace(row, runs=(evil, *row.runs[1:]))
    assert "b" not in Page(student_html(graded(1, row), SHEET)).kinds
    assert page_path(graded(1, row)) == "ann_1/feedback.html"
    assert packed({"b": b"2", "a": b"1"}) == packed({"a": b"1", "b": b"2"})


def test_every_page_is_written_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("mine")
    (tmp_path / "out" / "ann_1").mkdir(parents=True)
    (tmp_path / "out" / "ann_1" / "feedback.html").symlink_to(tmp_path / "elsewhere")
    rows = [*everybody()[:4], msgspec.structs.replace(everybody()[4], page="")]
    assert write_pages(rows, SHEET, tmp_path / "out") == Written(4)
    assert "李小龍" in (tmp_path / "out" / "ann_1" / "feedback.html").read_text(encoding="utf-8")
    assert (tmp_path / "elsewhere").read_text() == "mine", "a link is replaced, not followed"


def test_no_page_leads_out_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "keep_trace", lambda _: "a file")
    row = msgspec.structs.replace(everybody()[0], page="../../x/feedback")
    written = write_pages([row], SHEET, tmp_path / "a" / "b")
    assert (written.count, [who for who, _ in written.failed]) == (0, ["U1"])
    assert "leads out of" in written.failed[0][1]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("what", ["an exception", "a name too long", "no text"])
def test_a_page_that_fails_does_not_stop_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    rows = everybody()[:3]
    if what == "a name too long":
        rows[1] = msgspec.structs.replace(rows[1], page="x" * 300)
    else:
        real = student_html

        def broken(row: Graded, sheet: Sheet) -> str:
            if row is rows[1]:
                if what == "no text":
                    return "\udcff"
                raise RecursionError("too deep")
            return real(row, sheet)

        monkeypatch.setattr("judge.reports.export.feedback.student_html", broken)
    written = write_pages(rows, SHEET, tmp_path / "out")
    assert (written.count, [who for who, _ in written.failed]) == (2, ["U2"])
    error = left_out("page", written)
    assert error is not None
    assert error.code == "E304"
    kept = Path(error.note.rpartition("kept in ")[2])
    assert "Error" in kept.read_text()
    kept.unlink()


def test_a_folder_that_can_t_be_written_to_ends_it(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(JudgeError) as caught:
        write_pages(everybody()[:3], SHEET, tmp_path / "out")
    assert caught.value.code == "E435"


ZIPPED = Sheet("Homework 1")


def row(page: str, name: str = "Ann", lms_id: str = "", student_id: str = "") -> Graded:
    return Graded(Student(student_id or lms_id or name, name, lms_id=lms_id), page, points=1.0)


def names(rows: list[Graded], shape: Shape, folder: Path) -> tuple[list[str], Exported]:
    said = export_feedback(rows, msgspec.structs.replace(ZIPPED, shape=shape), folder / "pages.zip")
    with zipfile.ZipFile(folder / "pages.zip") as archive:
        assert archive.testzip() is None
        return archive.namelist(), said


HANDED_IN: tuple[tuple[Shape, Graded], ...] = (
    ("plain", row("ann/feedback", "Ann", "")),
    ("plain", row("b\udcffb/feedback", "b")),
    ("Gradescope", row("submission_1/feedback", "Ann", "1")),
    *(("Moodle", row("x/feedback", name, "17")) for name in ("Ann Lee", "A_1_/../b\x00", "...")),
    ("Moodle", row("x/feedback")),  # who has no number there
    ("Canvas", row("ann_5_900_hw_1", "Ann Lee", "5")),
    ("Canvas", row("1234_5_900_hw1", "1234", "5")),
    *(("Canvas", row(page, "", "5")) for page in ("_5_900_hw1", "5_900_7_hw1")),
    ("Canvas", row("1234_6_900_hw1", "Ann", "5")),
    ("Canvas", row("anon_x1_900_hw1", "", "anon_x1")),
    *(("Canvas", row(page, "Ann", "5")) for page in ("ann_5_text", "1234_5_text", "ann_5_link")),  # no file
)


def named_for(folder: Path) -> Iterator[str]:
    for shape, one in HANDED_IN:
        found, said = names([one, row("", "Bob")], shape, folder)
        yield f"{shape} {one.page!r}: {found} {said.said}; {said.warnings}"


def test_a_page_is_called_as_the_lms_looks_for_it(tmp_path: Path) -> None:
    hold(TOLD / "names.txt", named_for(tmp_path))


def test_no_name_leads_out_of_its_folder(tmp_path: Path) -> None:
    rows = [row("x/feedback", f"../{name}/..", str(k)) for k, name in enumerate(EVIL)]
    for name in names(rows, "Moodle", tmp_path)[0]:
        folder, file = name.split("/")
        assert file == "feedback.html"
        assert folder.split("_")[1].isdigit()


def write(folder: Path, *names: str, ending: str = "html") -> int:
    """Write a page for each of these students, as an export of exactly this class does."""
    pages = [f"{name}/feedback" for name in names]
    for one in pages:
        path = folder / f"{one}.{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"page of {one}")
    return remove_former(folder, [f"{page}.{ending}" for page in pages], pages)


def left(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path.name != LIST)


def test_who_is_gone_has_no_page_any_more_and_no_empty_folder(tmp_path: Path) -> None:
    assert [write(tmp_path, *names.split()) for names in ("ada bob cy", "ada dan", "ada dan")] == [0, 2, 0]
    assert left(tmp_path) == ["ada/feedback.html", "dan/feedback.html"]
    assert not (tmp_path / "bob").exists()


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    write(tmp_path, "ada", "bob", "cy")
    (tmp_path / "eve").mkdir()
    for name in ("bob/notes.txt", "cy/feedback.html", "eve/feedback.html"):
        (tmp_path / name).write_text("of somebody else")
    assert write(tmp_path, "ada") == 1
    assert left(tmp_path) == ["ada/feedback.html", "bob/notes.txt", "cy/feedback.html", "eve/feedback.html"]


def test_the_other_form_of_a_student_who_is_there_stays_and_what_could_not_be_drawn_is_listed(tmp_path: Path) -> None:
    write(tmp_path, "ada", "bob")
    assert remove_former(tmp_path, ["ada/feedback.html"], ["ada/feedback", "bob/feedback"]) == 0
    assert left(tmp_path) == ["ada/feedback.html", "bob/feedback.html"]
    assert write(tmp_path, "ada", "bob", ending="md") == 0
    assert write(tmp_path, "ada", ending="md") == 2
    assert left(tmp_path) == ["ada/feedback.html", "ada/feedback.md"]


def test_two_classes_may_share_a_folder(tmp_path: Path) -> None:
    assert [write(tmp_path, *names.split()) for names in ("ada bob", "eve fay", "ada", "eve")] == [0, 0, 1, 1]
    assert left(tmp_path) == ["ada/feedback.html", "eve/feedback.html"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"classes": [{"ada/feedback.html": 1}]}', "\udcff"])
def test_a_list_that_is_damaged_removes_nothing(tmp_path: Path, text: str) -> None:
    write(tmp_path, "ada", "bob")
    (tmp_path / LIST).write_bytes(text.encode(errors="surrogateescape"))
    assert write(tmp_path, "ada") == 0
    assert left(tmp_path) == ["ada/feedback.html", "bob/feedback.html"]


def test_a_list_that_leads_out_of_the_folder_removes_nothing(tmp_path: Path) -> None:
    folder, other = tmp_path / "pages", tmp_path / "mine.html"
    write(folder, "ada")
    other.write_text("mine")
    whole = json.loads((folder / LIST).read_text())
    digest = hashlib.sha256(b"mine").hexdigest()
    whole["classes"][0] |= {"../mine.html": digest, str(other): digest, "link.html": digest}
    (folder / "link.html").symlink_to(other)
    (folder / LIST).write_text(json.dumps(whole))
    assert write(folder, "ada") == 0
    assert other.read_text() == "mine"
    assert (folder / "link.html").is_symlink()


def test_nothing_is_listed_where_nothing_was_written(tmp_path: Path) -> None:
    assert remove_former(tmp_path / "none", [], []) == 0
    assert not (tmp_path / "none").exists()
