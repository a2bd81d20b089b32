"""A student's page: whole for the samples, a sentence for the rest, and nothing in it that runs or loads."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import Group
from judge.model.classroom import Graded
from judge.reports.export import feedback, pages
from judge.reports.export.exporter import Sheet
from judge.reports.export.feedback import page, page_path, write_pages
from judge.reports.export.pages import Written, left_out
from tests.reports.export.graded import SECRET, everybody, graded, judgement, problem, uncompiled

SHEET = Sheet("Homework 1", "100 points if every case passes")
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "main", "section", "div", "details", "summary", "figure"),
    *("figcaption", "h1", "h2", "p", "pre", "ul", "li", "dl", "dt", "dd", "a", "bdi", "code", "span", "strong"),
    *("svg", "path", "text", "rect", "line", "circle", "polyline"),
}
PLAIN = {  # attributes of which no value does anything
    *("lang", "charset", "http-equiv", "content", "dir", "name", "class", "role", "aria-label", "aria-hidden", "id"),
    *("title", "open", "tabindex", "d", "viewbox", "width", "height", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy"),
    *("r", "rx", "points", "text-anchor", "overflow"),
}


class Reader(HTMLParser):
    """Elements, attributes and the text of a page; it insists that every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: dict[str, set[str]] = {}
        self.text, self.open = "", list[str]()
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.setdefault(name, set()).add(value or "")
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("row", everybody(), ids=lambda row: row.student.id)
def test_a_page_loads_and_runs_nothing(row: Graded) -> None:
    text = page(row, SHEET)
    reader = Reader(text)
    assert reader.tags <= TAGS
    links, styles = (reader.attributes.pop(name, set()) for name in ("href", "style"))
    assert all(re.fullmatch(r"#(case-\d+|[EW]\d{3})", link) for link in links)
    assert all(re.fullmatch(r"max-width:[\d.]+rem", style) for style in styles)
    assert set(reader.attributes) <= PLAIN
    assert reader.attributes["http-equiv"] == {"Content-Security-Policy"}
    assert "default-src 'none'" in text
    assert "\x1b" not in text


def test_a_secret_case_gives_away_its_verdict_time_and_sentence_alone() -> None:
    text = page(graded(1, judgement("AC AC WA RTE", 0.0)), SHEET)
    assert SECRET not in text
    text = Reader(text).text
    assert "two pieces attack each other [E106]" in text
    assert "of 5 s" in text
    assert "your answer" not in text


def test_a_sample_is_told_whole() -> None:
    text = Reader(page(graded(1, judgement("WA AC AC AC", 50.0)), SHEET)).text
    for part in (
        "the board",
        "your answer",
        f"output.txt line {SECRET}",
        f"note: stderr {SECRET}",
        f"help: look at {SECRET}",
    ):
        assert part in text
    assert "lizard A" in text, "the picture names the pieces"


def test_a_group_that_says_so_is_told_whole() -> None:
    row = judgement("AC AC WA AC", 25.0, problem(secret=Group(50, visibility="full")))
    assert f"stderr {SECRET}" in page(graded(1, row), SHEET)


def test_points_and_scheme_in_words() -> None:
    text = Reader(page(graded(3, judgement("AC AC AC WA", 25.0)), SHEET)).text
    for part in (
        "Homework 1",
        "Ann Lee",
        "U3",
        "Wrong answer (WA)",
        "25 of 50 points",
        SHEET.scheme,
        "secret: 1 of 2 solved, 25 of 50 points",
    ):
        assert part in text


def test_what_does_not_compile_is_told_whole() -> None:
    text = page(graded(4, uncompiled()), SHEET)
    assert "It could not be compiled" in text
    assert "line 1\\x00" in text


def test_a_judge_error_takes_no_points_and_tells_no_details() -> None:
    text = page(graded(1, judgement("AC AC JE AC", None)), SHEET)
    assert "costs no points: they wait until it is judged again" in text
    assert "of 50 points" not in text
    assert SECRET not in text


@given(name=st.text(max_size=40), note=st.text(max_size=40))
def test_any_name_is_text(name: str, note: str) -> None:
    row = graded(1, None, name, note)
    reader = Reader(page(row, SHEET))
    assert reader.tags <= TAGS


def test_no_mark_up_gets_out_of_a_message() -> None:
    """A message may quote what the submission has printed."""
    row = judgement("WA AC AC AC", 50.0)
    evil = msgspec.structs.replace(row.runs[0], message="line 1 is '<b>|![x](y)'", finding=None, board=None)
    row = msgspec.structs.replace(row, runs=(evil, *row.runs[1:]))
    assert "b" not in Reader(page(graded(1, row), SHEET)).tags


def test_pages_lie_where_the_export_had_the_student() -> None:
    row = graded(1, judgement("AC AC AC AC", 50.0))
    assert page_path(row) == "ann_1/feedback.html"


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
        real = feedback.page

        def broken(row: Graded, sheet: Sheet) -> str:
            if row is rows[1]:
                if what == "no text":
                    return "\udcff"
                raise RecursionError("too deep")
            return real(row, sheet)

        monkeypatch.setattr(feedback, "page", broken)
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
