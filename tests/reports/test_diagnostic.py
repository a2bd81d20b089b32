"""Faults and comparisons as they are printed, and hostile words in them."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from judge.errors import Code, JudgeError, Place, codes, said_codes, verdicts
from judge.model import Excerpt, Finding, Interval, Judgement, ReadWarning, Verdict
from judge.reports import finding_lines, notice_lines
from judge.reports.quoted import quoted
from judge.reports.reader import title_of
from judge.reports.terminal.console import as_text
from judge.reports.terminal.diagnostic import error_lines
from judge.reports.terminal.difference import DiffReport, within
from judge.reports.terminal.manual import KINDS, all_lines, explain_lines, verdict_lines
from judge.scoring import Difference
from judge.scoring.differences import Terms, difference
from tests import make
from tests.make import AC, CE, JE, TLE, WA
from tests.manual import TOPICS
from tests.problems.told import hold
from tests.reports.make import TOLD
from tests.reports.make import shown as said_of
from tests.scoring.test_differences import noisy

HOSTILE = "\x1b[2J\x1b]0;owned\x07[bold red]not markup[/] \u202etxt.exe\x07 [link=http://evil]x[/link]"
EXAMPLE = Finding(
    "E106",
    "two lizards can eat each other",
    cells=((2, 5), (5, 8)),
    where="output.txt line 3, column 5  and  line 6, column 8",
    note="2 free cells and no tree between them on the diagonal",
    help="rerun only this case:  judge run mine.py --case forest-07",
)
BOARD = np.zeros((5, 8), np.int8)
BOARD[[0, 1, 2, 3, 4], [0, 4, 6, 1, 7]] = 1
BOARD[3, 4] = 2
NOTICES = [ReadWarning("W102", "lines end in CRLF", 1), ReadWarning("W106", "blank lines at the end")]
STDERR = "\n".join(f"line {k}" for k in range(1000)) + "\nIndexError: the cause"
CODE = Code("two pieces attack", verdict="WA", why="Because.", example="\n1 | OK\n    2\n", mend="Move one.")
RAISED = Finding("E205", "solve raised ValueError", help="look").at(Excerpt("a.py", 12, "    x = f(y)", 9, 13))


def judged(cases: Mapping[str, Any], name: str = "mine", problem: str = "pkg", prepare: Verdict = AC) -> Judgement:
    """What came of each case: a verdict, or times."""
    made = make.problem(" ".join(cases), name=problem)
    return make.judgement(made, list(cases.values()), name, prepare=prepare, submission={"sha256": name})


SLOWER = difference(noisy([0.1, 0.5, 1.0], 1, 0.005), noisy([0.2, 1.0, 2.0], 2, 0.005), Terms())
SAME = difference(noisy([0.1, 0.5, 1.0], 1, 0.005), noisy([0.1, 0.5, 1.0], 2, 0.005), Terms())
BEFORE = judged({"a": [0.1] * 5, "b": AC, "c": WA, "d": WA, "e": AC})
AFTER = judged({"a": [0.1] * 5, "b": TLE, "c": AC, "d": TLE, "e": AC})
TIMES = {f"c{at}": [0.1 + at / 1000] * 5 for at in range(30)}


VIEW = DiffReport("main", "mine", ())


def compared(*found: Difference, view: DiffReport = VIEW) -> str:
    return as_text(msgspec.structs.replace(view, found=found), 80)


ENDS = ((1.29, 1.32, 1.35), (1.0, 1.0, 1.0), (0.5, 1.0, 1.1), (0.001, 1.0, 1000.0))
INTERVALS = [Interval(*ends) for ends in ENDS]  # each as wide as its wider side
SAID: dict[str, RenderableType] = {
    "a refused answer": finding_lines(EXAMPLE, BOARD, "lizard", "WA  lizards/secret/forest-07   0.41 s of 5 s"),
    "one without a board": finding_lines(EXAMPLE, None),
    "an error": error_lines(
        JudgeError("E405", "row 3 has 7 digits, but n is 8", Place("in.txt", 6, 8), "line 2 says 8", "write 8")
    ),
    "an error alone": error_lines(JudgeError("E424", "the package has no cases")),
    "warnings": notice_lines(NOTICES, "input.txt"),
    "a long note": finding_lines(Finding("E205", "solve raised IndexError", note=STDERR)),
    "a code": explain_lines("E106", CODE),
    "a line of the source": finding_lines(RAISED),
    "a line without a place": quoted(Excerpt("a.py", 3, "x = 1"), 80),
    "no line": quoted(Excerpt("a.py", 3, ""), 80),
    "a hostile line": quoted(Excerpt("a.py", 1, "\x1b[2J[bold]\u202e x", 1, 5), 80),
    "a line of wide letters": quoted(Excerpt("a.py", 1, "\t漢 = y", 6, 7), 80),
    "intervals": "\n".join(map(within, INTERVALS)),
    "slower": compared(SLOWER),
    "alike": compared(SAME),
    "other verdicts": compared(difference(BEFORE, AFTER, Terms())),
    "one time each": compared(difference(judged({"a": [0.1]}), judged({"a": [0.3]}), Terms())),
    "cases of one alone": compared(difference(judged({"a": AC, "b": AC}), judged({"a": AC, "c": AC}), Terms())),
    "not compiled": compared(difference(judged({"a": AC}), judged({}, prepare=CE), Terms())),
    "the judge failed": compared(difference(judged({"a": AC}), judged({"a": JE}), Terms())),
}


def test_each_word_is_as_it_is_kept() -> None:
    hold(TOLD / "diagnostic.txt", said_of(SAID))
    assert explain_lines("W101", Code("a mark")).plain.startswith("warning[W101]: a mark")
    assert finding_lines(EXAMPLE, np.zeros(4, np.int8)).plain == finding_lines(EXAMPLE, None).plain


def printed(renderable: RenderableType, colours: str | None) -> str:
    out = io.StringIO()
    system: Any = colours
    Console(file=out, width=300, force_terminal=True, color_system=system, legacy_windows=False).print(renderable)
    return out.getvalue()


def test_hostile_words_stay_words() -> None:
    finding = Finding("E205", HOSTILE, where=HOSTILE, note=HOSTILE, help=HOSTILE, verdict=Verdict.RTE)
    for hostile in (
        error_lines(JudgeError("E431", HOSTILE, Place(f"{HOSTILE}\n.py", 1), HOSTILE, HOSTILE)),
        finding_lines(finding, headline=f"RTE  {HOSTILE}"),
        notice_lines([ReadWarning("W109", HOSTILE, 3)], HOSTILE),
    ):
        plain, coloured = printed(hostile, None), printed(hostile, "truecolor")
        for words in ("[bold red]not markup[/]", r"\u202etxt.exe\x07", "[link=http://evil]x[/link]"):
            assert words in plain
        for raw in ("\x1b[2J", "\x1b]0", "\x07", "\u202e", "\x1b]8"):
            assert raw not in plain + coloured
        assert "\x1b[" in coloured, "the report's own colours are there"


# --- the tables of verdicts and codes --------------------------------------------------------------------------------
def test_every_verdict_has_its_row_in_the_table_and_in_the_manual() -> None:
    assert list(verdicts()) == list(Verdict)
    assert re.findall(r"^\| ([A-Z]{2,3}) \|", TOPICS["verdicts"], flags=re.MULTILINE) == list(Verdict)


@pytest.mark.parametrize("name", Verdict)
def test_a_verdict_is_whole_and_fits_a_terminal(name: str) -> None:
    row = verdicts()[name]
    assert (row.title[-1] == ".", row.why[-1], row.mend[-1]) == (False, ".", ".")
    said = verdict_lines(name, row, said_codes(), 80).plain
    assert said.startswith(f"{name}: {row.title}\n")
    assert max(map(len, said.splitlines())) <= 80
    assert re.findall(r"^  ([EW]\d{3})  ", said, flags=re.MULTILINE) == [
        code for code, one in said_codes().items() if one.verdict == name
    ]


def test_all_are_listed_once_below_their_kind_but_codes_of_old_records() -> None:
    lines = all_lines(verdicts(), said_codes(), 80).plain.splitlines()
    assert max(map(len, lines)) <= 80
    listed = [found[1] for line in lines if (found := re.match(r"  ([A-Z]\w+)  +\S", line))]
    assert listed == [*Verdict, *sorted(said_codes(), key=lambda code: (code[0], code))]
    assert set(KINDS.values()) < set(lines)
    assert codes().keys() - said_codes().keys() == {"E255", "E257", "E258", "W124"}
    assert title_of("E255") == codes()["E255"].title


# --- comparisons -----------------------------------------------------------------------------------------------------
def test_many_cases_are_cut_and_none_that_changed() -> None:
    same = compared(difference(judged(TIMES), judged(TIMES), Terms()))
    assert "and 10 cases more without a change" in same
    assert same.count("secret/") == 20
    changed = compared(difference(judged(TIMES), judged(dict.fromkeys(TIMES, WA)), Terms()))
    assert changed.count("secret/") == 30


@pytest.mark.parametrize("name", ["a" * 70, "名" * 40, "\x1b[31mred\x1b[0m", "two\nlines"])
def test_names_style_nothing_and_fit(name: str) -> None:
    before, after = judged({name: [0.1] * 5}, name, name), judged({name: [0.3] * 5}, f"{name}2", name)
    text = compared(difference(before, after, Terms()), view=DiffReport(name, name, ()))
    assert "\x1b" not in text
    [row] = [line for line in text.splitlines() if line.startswith("secret/")]
    assert row.endswith("slower")
    assert all(cell_len(line) <= 80 for line in text.splitlines())


# --- a line of a source ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize(("column", "end"), [(1, 2), (150, 160), (150, 400), (399, 401)])
def test_it_fits_and_the_place_is_in_it(width: int, column: int, end: int) -> None:
    text = "".join(chr(ord("a") + k % 26) for k in range(400))
    _, line, caret = quoted(Excerpt("a.py", 1, text, column, end), width).plain.splitlines()
    assert max(len(line), len(caret)) <= width
    at = caret.index("^")
    assert line[at : len(caret)] == text[column - 1 :][: len(caret) - at]
