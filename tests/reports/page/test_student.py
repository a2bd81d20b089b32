"""What a page says: in both forms the same, of secret cases no word of the submission's own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import msgspec
import pytest

from judge.classroom.gradebook.marks import with_marks
from judge.model import Excerpt, Finding, Judgement, Programs, ReadWarning, Verdict
from judge.model.classroom import Graded, shown_whole
from judge.model.deadline import Lateness
from judge.model.mark import Mark
from judge.reports.export.exporter import Sheet
from judge.reports.export.feedback import page as feedback
from judge.reports.export.gradescope import results_json
from judge.reports.page.student import FEWEST, student_page
from judge.reports.student_view import Drawing
from tests.reports.page import made

STUDENTS = made.students()
SHEET = made.sheet([row for row in STUDENTS.values() for _ in range(3)])
CANARY = "0020010"


def text_of(html: str) -> str:
    found: list[str] = []

    class Reader(HTMLParser):
        def handle_data(self, data: str) -> None:
            found.append(data)

    Reader().feed(html)
    return " ".join("".join(found).split())


def words_of(value: object) -> Iterator[str]:
    """Return every text in a page's noun."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from words_of(one)
    elif isinstance(value, Drawing):
        yield value.caption
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name != "code" or not hasattr(value, "like"):  # of a case: it stands behind its sentence
                yield from words_of(getattr(value, name))


def plain(text: str) -> str:
    """Return it on one line."""
    return " ".join(text.split())


@pytest.mark.parametrize("kind", STUDENTS)
def test_all_that_a_page_says_is_shown(kind: str) -> None:
    text = plain(text_of(feedback(STUDENTS[kind], SHEET)))
    for word in words_of(student_page(STUDENTS[kind], SHEET)):
        assert plain(word) in text


# --- secrets -------------------------------------------------------------------------------------------------------
def talking(verdict: Verdict) -> Judgement:
    """Every case fails, and the submission has put the board into whatever it may write."""
    row = made.judged(str(verdict), 0.0)
    said = Finding(
        *(made.CODES[verdict], CANARY, ((1, 1), (2, 2)), CANARY, CANARY, CANARY, verdict, CANARY),
        excerpt=Excerpt(CANARY, 1, CANARY, 1, 3),
    )
    spoken = {"message": CANARY, "finding": said, "notices": (ReadWarning("W101", CANARY),)}
    runs = [
        run if shown_whole(row.problem, run.group) else msgspec.structs.replace(run, board=made.board(3), **spoken)
        for run in row.runs
    ]
    return msgspec.structs.replace(row, runs=tuple(runs))


@pytest.mark.parametrize("verdict", made.CODES)
def test_of_a_secret_case_no_word_of_the_submission_is_shown(verdict: Verdict) -> None:
    row = made.row("ada", talking(verdict))
    texts = [feedback(row, SHEET), json.dumps(results_json(row, SHEET))]
    assert [CANARY in text for text in texts] == [False, False]
    hidden = next(group for group in student_page(row, SHEET).groups if group.name == "secret")
    assert not any(case.details or case.drawings or case.about for case in hidden.cases)


def test_the_canary_would_sing() -> None:
    row = talking(Verdict.RTE)
    groups = row.problem.groups | {"secret": msgspec.structs.replace(row.problem.groups["secret"], visibility="full")}
    row = msgspec.structs.replace(row, problem=msgspec.structs.replace(row.problem, groups=groups))
    assert feedback(made.row("ada", row), SHEET).count(CANARY) > len(row.runs)


def test_what_a_sample_shows_is_said_once_at_the_top_in_its_words() -> None:
    row = talking(Verdict.RTE)
    page = student_page(made.row("ada", row), SHEET)
    assert [(one.case, one.count) for one in page.shared] == [("sample/nursery-04", len(made.SIZES["secret"]))]
    assert page.shared[0].words == "there is no module called helper [E224]"
    hidden = page.groups[-1].cases
    assert {case.like for case in hidden} == {"sample/nursery-04"}
    assert {case.why for case in hidden} == {"a module or class is missing [E224]"}


def test_the_smallest_public_case_is_named() -> None:
    page = student_page(made.row("ada", made.judged("AC WA AC WA WA WA AC", 50.0)), SHEET)
    assert [(one.case, one.count) for one in page.shared] == [("sample/nursery-08", 1)]


def test_another_fault_is_not_the_same() -> None:
    page = student_page(made.row("ada", made.judged("WA AC AC AC AC RTE AC", 50.0)), SHEET)
    assert page.shared == ()
    assert {case.like for group in page.groups for case in group.cases} == {""}


@pytest.mark.parametrize(("tree", "shown"), [(2, ["your answer"]), (0, ["your answer", "the board"])])
def test_the_board_is_drawn_where_the_answer_does_not_show_its_trees(tree: int, shown: list[str]) -> None:
    row = made.judged("AC WA AC", 50.0)
    wrong = row.runs[1]
    board = wrong.board.copy()
    board[board == 2] = tree
    row = msgspec.structs.replace(row, runs=(row.runs[0], msgspec.structs.replace(wrong, board=board), *row.runs[2:]))
    case = student_page(made.row("ada", row), SHEET).groups[0].cases[1]
    assert [drawing.caption for drawing in case.drawings] == shown


# --- times, points, steps ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("solvers", [FEWEST - 1, FEWEST])
def test_a_median_of_few_is_not_shown(solvers: int) -> None:
    row = made.row("ada", made.judged("AC", 100.0))
    page = student_page(row, made.sheet([row] * solvers))
    timings = [case.timing for group in page.groups for case in group.cases]
    assert [bool(timing and timing.median_s) for timing in timings] == [solvers >= FEWEST] * len(timings)


def test_a_slow_language_has_the_limit_that_it_was_given() -> None:
    row = made.judged("AC", 100.0)
    problem = msgspec.structs.replace(row.problem, programs=Programs(multipliers={"python": 3.0}))
    row = msgspec.structs.replace(row, problem=problem, prepare=msgspec.structs.replace(row.prepare, language="Python"))
    page = student_page(made.row("ada", row), SHEET)
    timing = page.groups[0].cases[0].timing
    assert timing is not None
    assert (timing.limit_s, timing.words) == (15.0, "56 ms of 15 s")
    assert "15 s of CPU time and 512 MiB of memory for each case" in [fact.text for fact in page.facts]


def test_groups_say_what_they_gave() -> None:
    page = student_page(STUDENTS["wrong"], SHEET)
    assert [(group.name, group.solved, group.most) for group in page.groups] == [
        *(("sample", 1, 0), ("open", 1, 20), ("secret", 7, 80))
    ]
    assert [group.earned for group in page.groups] == [0, 10, pytest.approx(80 * 7 / 24)]
    waits = student_page(STUDENTS["waits"], SHEET)
    assert {group.earned for group in waits.groups} == {None}
    assert (waits.points, waits.share) == ("", None)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (STUDENTS["nothing"], "hand it in again"),
        (STUDENTS["waits"], "your instructor has it judged again"),
        (msgspec.structs.replace(STUDENTS["nothing"], sha256="ab" * 32), "waits to be judged"),
        (STUDENTS["uncompiled"], "Correct what the message names"),
        (STUDENTS["right"], "Make it faster"),
    ],
    ids=["nothing", "waits", "not yet", "uncompiled", "right"],
)
def test_everybody_reads_what_to_do(row: Graded, said: str) -> None:
    assert said in " ".join(student_page(row, SHEET).steps)


def test_facts_name_file_version_and_moment() -> None:
    facts = {fact.name: fact.text for fact in student_page(STUDENTS["wrong"], SHEET).facts}
    assert facts["file"] == "homework.py"
    assert facts["version"].startswith("5f3a5f3a5f3a ")
    assert re.match(r"2025-11-2\d \d\d:\d0 \S+$", facts["judged"])
    assert facts["try it"] == "judge run homework.py --problem lizards"


def test_a_command_to_copy_runs_nothing_else() -> None:
    facts = {fact.name: fact.text for fact in student_page(made.row("x", made.judged("AC", 1, "a; rm x")), SHEET).facts}
    assert facts["try it"] == "judge run 'a; rm x' --problem lizards"


def marked(kind: str, *decisions: Mark) -> Graded:
    """Return the row with what an instructor decided by hand."""
    return with_marks([STUDENTS[kind]], decisions)[0]


def test_who_is_excused_reads_that_and_no_verdict() -> None:
    row = marked("wrong", Mark("U10", "excuse", "ill", "smith", 1_764_000_000))
    page = student_page(row, SHEET)
    assert (page.headline, page.verdict, page.points, page.steps) == ("Excused", None, "", ())
    assert any(remark.startswith("excused (smith, 2025-11-2") for remark in page.remarks)


def test_points_by_hand_and_a_comment_are_each_said_once() -> None:
    comment = Mark("U10", "comment", "Well explained.", "smith", 1_764_000_000)
    row = marked("wrong", Mark("U10", "points", "by mail", "smith", 1_764_000_000, 70.0), comment)
    page = student_page(row, SHEET)
    assert page.points == "70 of 100 points"
    assert [remark.partition(" (")[0] for remark in page.remarks] == [
        *("70 points by hand", "comment", "the judge gave 61.25", "Handed in late.")
    ]
    assert feedback(row, SHEET).count("Well explained.") == 1


def test_what_lateness_takes_off_stands_behind_the_points() -> None:
    lateness = Lateness(1_764_000_000.0, 3600, 10.0)
    page = student_page(msgspec.structs.replace(STUDENTS["right"], points=90.0, lateness=lateness), SHEET)
    assert page.points == "90 of 100 points, 10 taken off for lateness"
    assert "handed in" in [fact.name for fact in page.facts]


def test_every_code_is_explained_once() -> None:
    codes = [one.code for one in student_page(STUDENTS["wrong"], SHEET).meanings]
    assert codes == ["E106", "E201", "E224", "E203", "E204", "E209", "W101"]
    assert student_page(STUDENTS["nothing"], SHEET).meanings == ()


def test_without_a_title_a_page_has_one() -> None:
    assert student_page(STUDENTS["nothing"], Sheet()).title == "Feedback"
