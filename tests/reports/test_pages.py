"""A page for one student or class: what it says, whom it tells nothing, and what tries to be more than text."""

from __future__ import annotations

import json
import re
import sys

import pytest

from judge.errors import verdicts
from judge.model import Deadline, Finding, Graded, Judgement, Mark, ReadWarning, Student, Verdict
from judge.reports import ClassReport, OwnResult, Sheet, SimilarReport, render
from tests.commands import ran
from tests.make import replace
from tests.problems.told import hold, hold_rows
from tests.reports import students as made
from tests.reports.graded import SECRET, everybody, feedback, graded, judgement, results
from tests.reports.make import CODES, TOLD, alike, as_text, in_codes, overview, told, unlike
from tests.reports.pages import Page, said_on

STUDENTS = made.students()
SHEET = made.sheet([row for row in STUDENTS.values() for _ in range(3)])


@pytest.mark.parametrize(
    ("part", "whole", "share"), [(1, 4, 25), (4, 4, 100), (0, 4, 0), (5, 4, 100), (-1, 4, 0), (1, 0, None)]
)
def test_a_bar_is_filled_by_its_share(part: float, whole: float, share: float | None) -> None:
    page = feedback(Graded(Student("ada"), verdict=Verdict.WA, points=part, max_points=whole))
    assert re.findall(r'class="earned" y="4" width="([\d.]+)%"', page) == (
        [f"{share:.2f}"] if share is not None else []
    )


POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def test_every_colour_of_a_page_has_a_name() -> None:
    for page in (feedback(STUDENTS["wrong"], SHEET), ClassReport(overview(5)).page(), SimilarReport(alike()).page()):
        style = page.partition("</style>")[0]
        assert not re.search(r"(?<!-)(?:color|background|fill|stroke):#", style), "there is none beside the variables"
        used = set(re.findall(r"var\((--\w+)\)", page))
        assert used <= set(re.findall(r"(--\w+):#", page))


TAGS = (
    "html head meta title style body main section article div details summary figure figcaption h1 h2 h3 h4 h5 p pre "
    "ul li dl dt dd a bdi code span strong table caption thead tbody tr th td mark "
    "svg path text rect circle line polyline image"
)
PLAIN = (  # attributes of which no value does anything
    "lang charset http-equiv content dir name class role aria-label aria-labelledby aria-hidden id title open tabindex "
    "scope d viewbox width height x y x1 x2 y1 y2 cx cy r rx points text-anchor overflow preserveaspectratio"
)


def test_no_page_loads_or_runs_anything_whatever_somebody_is_called() -> None:
    texts = [ClassReport(overview(20)).page(), SimilarReport(alike()).page(), SimilarReport(unlike()).page()]
    texts += [feedback(row, SHEET) for row in (*STUDENTS.values(), *everybody())]
    for text in texts:
        read = Page(text)
        assert read.kinds <= {*TAGS.split()}
        assert read.attributes <= {*PLAIN.split(), "href", "style"}
        for _, words in read.seen:
            assert re.fullmatch(r"#[\w-]+|data:image/png;base64,[\w+/=]+", words.get("href") or "#x")
            assert re.fullmatch(r"max-width:[\d.]+rem", words.get("style") or "max-width:1rem")
        assert f'http-equiv="Content-Security-Policy" content="{POLICY}"' in text
        assert not re.search(r"https?:|url\(|@import| on\w+=|src=|[\x00-\x08\x0b-\x1f\u202e]", text)


def marked(text: str) -> list[str]:
    """The commands that a page marks in what a fault says of help."""
    row = made.judged("WA AC", 0.0)
    run = replace(row.runs[0], finding=Finding("E106", "no", help=text, verdict=Verdict.WA))
    page = feedback(made.row("ada", replace(row, runs=(run, *row.runs[1:]))))
    [said] = re.findall(r'help: </span><span dir="auto">(.*?)</span></p>', page)
    assert Page(said).text == text
    return re.findall("<code>(.*?)</code>", said)


def test_each_command_is_marked_as_it_is_kept() -> None:
    """It is marked to its end."""
    hold_rows(TOLD / "commands.txt", marked)


LAZY = "import sys; from judge.reports import EXPORTS, ClassReport; print('jinja2' in sys.modules)"


def test_who_writes_no_page_does_not_wait_for_templates() -> None:
    assert ran(sys.executable, "-c", LAZY, check=True).stdout.strip() == "False"


def test_a_name_that_nobody_gave_is_an_error() -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError, match="css"):
        render("page/base.html", title="")


AT_S = 1_764_000_000
BY_MAIL = Mark("U10", "points", "by mail", "smith", AT_S, 70.0)
COMMENT = Mark("U10", "comment", "Well explained.", "smith", AT_S)
EXCUSE = Mark("U10", "excuse", "ill", "smith", AT_S)
WRONG = STUDENTS["wrong"]


def talking(verdict: Verdict) -> Judgement:
    """Every case fails, and the submission has put the board into whatever it may write."""
    row = made.judged(str(verdict), 0.0)
    said = Finding(
        *(CODES[verdict], SECRET, ((1, 1), (2, 2)), SECRET, SECRET, SECRET, verdict, SECRET),
        excerpt=Finding.Excerpt(SECRET, 1, SECRET, 1, 3),
    )
    spoken = {"message": SECRET, "finding": said, "notices": (ReadWarning("W101", SECRET),)}
    runs = [run if row.problem.shows(run.group) else replace(run, board=made.board(3), **spoken) for run in row.runs]
    return replace(row, runs=tuple(runs))


EACH = made.row("ada", made.judged("WA RTE AC AC RTE RTE TLE -", 12.5))  # a page with each part that there is
HEADS = {
    **{kind: row for kind, row in STUDENTS.items() if kind != "missing"},
    "not yet": replace(STUDENTS["nothing"], sha256="ab" * 32),
    "excused": replace(WRONG, mark=Mark.Decided(EXCUSE, EXCUSE), note=f"{Mark.Decided(EXCUSE, EXCUSE)}", points=None),
    "points by hand": replace(
        WRONG, mark=Mark.Decided(BY_MAIL, COMMENT), note=f"{Mark.Decided(BY_MAIL, COMMENT)}", points=70.0
    ),
    "less for lateness": replace(STUDENTS["right"], points=90.0, lateness=Deadline.Lateness(AT_S, 3600, 10.0)),
    "late with a note": replace(WRONG, note="handed in 1 h late", lateness=Deadline.Lateness(AT_S, 3600, 0.0)),
    "the smallest public case": made.row("ada", made.judged("AC WA WA WA WA AC", 50.0)),
    "a fault that no public case has": made.row("ada", made.judged("WA AC AC AC RTE AC", 50.0)),
}
LAST = {  # what a page says of a file, once
    f"try it | judge run 'a; rm x' --problem {made.problem().name}": made.row("x", made.judged("AC", 1, "a; rm x")),
    "run as | a program, as C++": STUDENTS["uncompiled"],
    "What the codes mean, and what to do\nopen: E221: the compiler refused the program": STUDENTS["uncompiled"],
    "version | abababababab (the beginning of its SHA-256)": HEADS["not yet"],
    "handed in | WHEN": HEADS["less for lateness"],
}


def text_of(row: Graded, sheet: Sheet = SHEET) -> str:
    return said_on(feedback(row, sheet))


def head_of(row: Graded) -> str:
    """What stands above the cases, but for the name and for what a verdict means."""
    text = in_codes(text_of(row))
    for name, said in verdicts().items():
        text = text.replace(" ".join(said.why.split()), f"(why of {name})")
        text = text.replace(
            "\n".join(" ".join(one.split()) for one in (said.mend, said.command) if one), f"(mend of {name})"
        )
    head = re.split("\nAll cases at a glance|\nWhat the codes mean|\nHow points are given|\nWhat was judged", text)[0]
    return head.partition("\n")[2].partition("\n")[2]


def test_what_students_read_is_as_it_is_kept() -> None:
    """How boards are drawn as text is held where they are drawn, and codes are where they are defined."""
    text = re.sub("What the codes mean.*(?=What was judged)", "", in_codes(text_of(EACH)), flags=re.DOTALL)
    hold(TOLD / "student.txt", [re.sub(r"as text.*\n(?:\d .*\n)+", "", text)])
    hold(TOLD / "students.txt", told({name: head_of(row) for name, row in HEADS.items()}))
    assert [said for said, row in LAST.items() if text_of(row).count(said) != 1] == []


def test_a_title_is_needed_nowhere_and_a_command_only_where_there_is_a_terminal() -> None:
    assert text_of(STUDENTS["nothing"], Sheet()).startswith("Feedback")
    found = Finding("E201", "no", help="cut branches", command="judge explain E201  has ways", verdict=Verdict.TLE)
    slow = made.judged("TLE AC", 0.0)
    slow = replace(slow, runs=(replace(slow.runs[0], finding=found), *slow.runs[1:]))
    here, there = (text_of(made.row("ada", slow), Sheet("T", shape=shape)) for shape in ("plain", "web"))
    assert "help: cut branches; judge explain E201 has ways" in here
    assert "help: cut branches" in there
    assert "judge explain" not in there


# --- secrets -------------------------------------------------------------------------------------------------------
def faults(text: str, group: str) -> list[str]:
    """Return the parts of a page about faults in cases of a group, as text."""
    found = re.findall(r'<details class="fault.*?(?=<details class="fault|<h2)', text, re.DOTALL)
    parts = (" ".join(Page(part.rpartition("</details>")[0] + "</details>").text.split()) for part in found)
    return [part for part in parts if f" {group}/" in f" {part}"[:40]]


@pytest.mark.parametrize("verdict", CODES)
def test_of_a_secret_case_no_word_of_the_submission_is_shown(verdict: Verdict) -> None:
    row = made.row("ada", talking(verdict))
    texts = [feedback(row, SHEET), json.dumps(results(row, SHEET))]
    assert [SECRET in text for text in texts] == [False, False]
    found = faults(texts[0], "sample" if verdict is Verdict.JE else "secret")  # of a judge error all cases say the same
    assert found
    assert not [one for one in found if re.search("where:|note:|help:|as text", one)]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("E303", "the judge itself failed on this case, which costs no points: it is judged again"),
        ("E307", "other work on this machine kept it from running: it is judged again, and costs no points"),
    ],
)
def test_a_judge_error_on_a_secret_case_is_one_sentence_everywhere(code: str, said: str) -> None:
    """Also where it stands in no diagnostic, as in what an earlier version kept."""
    row = judgement("AC AC JE AC", 0.0)
    lost = replace(row.runs[2], code=code, message=SECRET, finding=None)
    row = replace(row, runs=(*row.runs[:2], lost, row.runs[3]))
    page = faults(feedback(graded(1, row)), "secret")
    terminal = as_text(OwnResult(row, None), 150)
    [gradescope] = [one["output"] for one in results(graded(1, row))["tests"] if "JE" in one["name"]]
    assert [said in text for text in (*page, terminal, gradescope)] == [True] * 3
    assert not [text for text in (*page, terminal, gradescope) if code in text or SECRET in text or "--case" in text]


def test_the_canary_would_sing() -> None:
    row = talking(Verdict.RTE)
    groups = row.problem.groups | {"secret": replace(row.problem.groups["secret"], visibility="full")}
    row = replace(row, problem=replace(row.problem, groups=groups))
    text = feedback(made.row("ada", row), SHEET)
    assert text.count(SECRET) >= 5, "message, place, line, note and help"
    [fault] = faults(text, "secret")
    assert len(re.findall(r"\bnursery-\d\d\b", fault)) >= len(made.SIZES["secret"])


@pytest.mark.parametrize(("tree", "shown"), [(2, ["your answer"]), (0, ["your answer", "the board"])])
def test_the_board_is_drawn_where_the_answer_does_not_show_its_trees(tree: int, shown: list[str]) -> None:
    row = made.judged("AC WA AC", 50.0)
    wrong = row.runs[1]
    board = wrong.board.copy()
    board[board == 2] = tree
    row = replace(row, runs=(row.runs[0], replace(wrong, board=board), *row.runs[2:]))
    assert re.findall("<figcaption>(.*?)</figcaption>", feedback(made.row("ada", row), SHEET)) == shown


# --- times -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("solvers", [4, 5])
def test_a_median_of_few_is_not_shown(solvers: int) -> None:
    row = made.row("ada", made.judged("AC", 100.0))
    page = feedback(row, made.sheet([row] * solvers)).partition("</style>")[2]
    cases = sum(map(len, made.SIZES.values()))
    assert page.count('class="median"') == (cases + 1) * (solvers == 5), "and in the legend"
    assert ("median of the class" in page) == (solvers == 5)
