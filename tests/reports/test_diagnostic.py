"""Faults and comparisons as they are printed, and hostile words in them."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import msgspec
import numpy as np
import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from judge.errors import Code, JudgeError, Place, codes, said_codes, verdicts
from judge.model import Excerpt, Finding, Interval, ReadWarning, Verdict
from judge.reports.export.diff_json import diff_json
from judge.reports.quoted import quoted
from judge.reports.terminal.diagnostic import error_lines, explain_lines, finding_lines, notice_lines
from judge.reports.terminal.difference import DiffView, difference_report, within
from judge.reports.terminal.explain import KINDS, all_lines, verdict_lines
from judge.reports.terminal.plain import as_text
from judge.reports.visible import title_of
from judge.scoring.difference import Difference, Terms, difference
from tests.manual import TOPICS
from tests.scoring.made import AC, CE, JE, TLE, WA
from tests.scoring.test_difference import judged, noisy

HOSTILE = "\x1b[2J\x1b]0;owned\x07[bold red]not markup[/] \u202etxt.exe\x07 [link=http://evil]x[/link]"


def shown(renderable: RenderableType, width: int = 100) -> str:
    """What a terminal with colours would get, without the colours that the report itself chose."""
    return console(width, renderable, "truecolor")


def console(width: int, renderable: RenderableType, colours: str | None) -> str:
    out = io.StringIO()
    system: Any = colours
    Console(file=out, width=width, force_terminal=True, color_system=system, legacy_windows=False).print(renderable)
    return out.getvalue()


EXAMPLE = r"""
WA  lizards/secret/forest-07   0.41 s of 5 s
error[E106]: two lizards can eat each other
  --> output.txt line 3, column 5  and  line 6, column 8
     1 2 3 4 5 6 7 8
   1 L . . . . . . .
   2 . . . . L . . .   <- lizard A  row 2, column 5
   3 . . . . . \ L .
   4 . L . . T . \ .
   5 . . . . . . . L   <- lizard B  row 5, column 8
  = note: 2 free cells and no tree between them on the diagonal
  = help: rerun only this case:  judge run mine.py --case forest-07
"""


def example() -> Finding:
    return Finding(
        "E106",
        "two lizards can eat each other",
        cells=((2, 5), (5, 8)),
        where="output.txt line 3, column 5  and  line 6, column 8",
        note="2 free cells and no tree between them on the diagonal",
        help="rerun only this case:  judge run mine.py --case forest-07",
    )


def board() -> np.ndarray:
    grid = np.zeros((5, 8), np.int8)
    for row, column in ((1, 1), (2, 5), (3, 7), (4, 2), (5, 8)):
        grid[row - 1, column - 1] = 1
    grid[3, 4] = 2
    return grid


def test_a_refused_answer_reads_as_the_issue_has_it() -> None:
    text = finding_lines(example(), board(), "lizard", "WA  lizards/secret/forest-07   0.41 s of 5 s")
    assert text.plain == EXAMPLE.strip("\n")


@pytest.mark.parametrize("nothing", [None, np.zeros(4, np.int8)])
def test_without_a_board_there_is_no_picture(nothing: object) -> None:
    assert finding_lines(example(), nothing).plain.splitlines() == [
        line for line in EXAMPLE.strip().splitlines()[1:] if not line.startswith("   ")
    ]


def test_an_error_names_place_note_and_help() -> None:
    error = JudgeError("E405", "row 3 has 7 digits, but n is 8", Place("in.txt", 6, 8), "line 2 says 8", "write 8")
    assert error_lines(error).plain.splitlines() == [
        "error[E405]: row 3 has 7 digits, but n is 8",
        "  --> in.txt line 6, column 8",
        "  = note: line 2 says 8",
        "  = help: write 8",
    ]
    assert error_lines(JudgeError("E424", "the package has no cases")).plain == "error[E424]: the package has no cases"


def test_warnings_name_their_first_place() -> None:
    notices = [ReadWarning("W102", "lines end in CRLF", 1), ReadWarning("W106", "blank lines at the end")]
    assert notice_lines(notices, "input.txt").plain.splitlines() == [
        "warning[W102]: lines end in CRLF",
        "  --> input.txt line 1",
        "warning[W106]: blank lines at the end",
        "  --> input.txt",
    ]


def test_of_a_long_note_the_beginning_and_the_end_are_shown() -> None:
    stderr = "\n".join(f"line {k}" for k in range(1000)) + "\nIndexError: the cause"
    lines = finding_lines(Finding("E205", "solve raised IndexError", note=stderr)).plain.splitlines()
    assert lines[1] == "  = note: line 0"
    assert lines[-1].strip() == "IndexError: the cause"
    assert "          ... 976 lines ..." in lines
    assert len(lines) < 30


def test_explain() -> None:
    row = Code("two pieces attack", verdict="WA", why="Because.", example="\n1 | OK\n    2\n", mend="Move one.")
    assert explain_lines("E106", row).plain.splitlines() == [
        "error[E106]: two pieces attack",
        "verdict: WA",
        "",
        "Because.",
        "",
        "Example",
        "    1 | OK",
        "        2",
        "",
        "What to do",
        "Move one.",
    ]
    assert explain_lines("W101", Code("a mark")).plain.startswith("warning[W101]: a mark")


def hostile() -> list[RenderableType]:
    error = JudgeError("E431", HOSTILE, Place(f"{HOSTILE}\n.py", 1), HOSTILE, HOSTILE)
    finding = Finding("E205", HOSTILE, where=HOSTILE, note=HOSTILE, help=HOSTILE, verdict=Verdict.RTE)
    return [
        error_lines(error),
        finding_lines(finding, headline=f"RTE  {HOSTILE}"),
        notice_lines([ReadWarning("W109", HOSTILE, 3)], HOSTILE),
    ]


@pytest.mark.parametrize("number", range(3))
def test_hostile_words_stay_words(number: int) -> None:
    plain = console(300, hostile()[number], None)
    assert "[bold red]not markup[/]" in plain
    assert r"\u202etxt.exe\x07" in plain
    assert "[link=http://evil]x[/link]" in plain
    coloured = shown(hostile()[number], 300)
    for raw in ("\x1b[2J", "\x1b]0", "\x07", "\u202e", "\x1b]8"):
        assert raw not in plain + coloured
    assert "\x1b[" in coloured, "the report's own colours are there, so the console did get escape sequences through"


def test_every_verdict_has_its_row_in_the_table_and_in_the_manual() -> None:
    assert list(verdicts()) == list(Verdict)
    assert re.findall(r"^\| ([A-Z]{2,3}) \|", TOPICS["verdicts"], flags=re.MULTILINE) == list(Verdict)


@pytest.mark.parametrize("name", Verdict)
def test_a_verdict_is_whole_and_fits_a_terminal(name: str) -> None:
    row = verdicts()[name]
    assert not row.title.endswith(".")
    assert row.why.endswith(".")
    assert row.mend.endswith(".")
    said = verdict_lines(name, row, said_codes(), 80).plain
    assert said.startswith(f"{name}: {row.title}\n")
    assert max(map(len, said.splitlines())) <= 80
    assert re.findall(r"^  ([EW]\d{3})  ", said, flags=re.MULTILINE) == [
        code for code, one in said_codes().items() if one.verdict == name
    ]


def test_all_are_listed_once_below_their_kind() -> None:
    lines = all_lines(verdicts(), said_codes(), 80).plain.splitlines()
    assert max(map(len, lines)) <= 80
    listed = [found[1] for line in lines if (found := re.match(r"  ([A-Z]\w+)  +\S", line))]
    assert listed == [*Verdict, *sorted(said_codes(), key=lambda code: (code[0], code))]
    assert set(KINDS.values()) < set(lines)


def test_codes_that_old_records_may_hold_are_explained_and_not_listed() -> None:
    assert codes().keys() - said_codes().keys() == {"E255", "E257", "E258", "W124"}
    assert title_of("E255") == codes()["E255"].title


VIEW = DiffView("main", "mine")
SLOWER = difference(noisy([0.1, 0.5, 1.0], 1, 0.005), noisy([0.2, 1.0, 2.0], 2, 0.005), Terms())
SAME = difference(noisy([0.1, 0.5, 1.0], 1, 0.005), noisy([0.1, 0.5, 1.0], 2, 0.005), Terms())


def compared(*found: Difference, view: DiffView = VIEW, width: int = 80) -> str:
    return as_text(difference_report(found, view), width)


def test_what_is_slower_is_said_case_by_case_and_for_the_sum() -> None:
    text = compared(SLOWER)
    lines = text.splitlines()
    assert lines[1] == "mine   pkg, 3 cases, CPU time"
    assert lines[2].split() == ["case", "main", "mine", "ratio"]
    assert all(line.endswith("slower") for line in lines[3:6])
    assert "sum of the cases that both solve: 2.0" in text
    assert "slower beyond noise: 3, faster: 0, can't be told apart: 0" in text
    assert lines[-1] == "a verdict is worse, or a time longer by more than 5 % beyond noise"


def test_what_is_alike_is_said_to_be() -> None:
    text = compared(SAME)
    assert "can't be told apart: 3" in text
    assert "slower\n" not in text
    assert text.splitlines()[-1] == "no verdict is worse, and no time longer by more than 5 % beyond noise"


def test_verdicts_come_first_and_count() -> None:
    before = judged({"a": [0.1] * 5, "b": AC, "c": WA, "d": WA, "e": AC})
    after = judged({"a": [0.1] * 5, "b": TLE, "c": AC, "d": TLE, "e": AC})
    lines = compared(difference(before, after, Terms())).splitlines()
    rows = [line.split() for line in lines[3:8]]
    assert [(row[0], row[-1]) for row in rows[:3]] == [
        ("secret/b", "worse"),
        ("secret/c", "better"),
        ("secret/d", "verdict"),
    ]
    assert "TLE" in rows[0]
    assert "verdicts: 1 worse, 1 better" in lines


def test_one_time_each_says_how_to_measure_noise() -> None:
    text = compared(difference(judged({"a": [0.1]}), judged({"a": [0.3]}), Terms()))
    assert "one time of each case says nothing of noise: measure with --repeat 5" in text
    assert "3.00x" in text


def test_many_cases_are_cut_and_none_that_changed() -> None:
    times = {f"c{at}": [0.1 + at / 1000] * 5 for at in range(30)}
    same = compared(difference(judged(times), judged(times), Terms()))
    assert "and 10 cases more without a change" in same
    assert same.count("secret/") == 20
    changed = compared(difference(judged(times), judged(dict.fromkeys(times, WA)), Terms()))
    assert changed.count("secret/") == 30


def test_cases_of_one_alone_and_what_does_not_compile_are_said() -> None:
    text = compared(difference(judged({"a": AC, "b": AC}), judged({"a": AC, "c": AC}), Terms()))
    assert "only in main: 1 case\nonly in mine: 1 case" in text
    assert "mine does not compile" in compared(difference(judged({"a": AC}), judged({}, prepare=CE), Terms()))


def test_an_error_of_the_judge_is_nobodys_speed() -> None:
    text = compared(difference(judged({"a": AC}), judged({"a": JE}), Terms()))
    assert text.splitlines()[-1] == "the judge itself failed on a case: judge it again"


@pytest.mark.parametrize("name", ["a" * 70, "名" * 40, "\x1b[31mred\x1b[0m", "two\nlines"])
def test_names_style_nothing_and_fit(name: str) -> None:
    before, after = judged({name: [0.1] * 5}, name, name), judged({name: [0.3] * 5}, f"{name}2", name)
    text = compared(difference(before, after, Terms()), view=DiffView(name, name))
    assert "\x1b" not in text
    table = [line for line in text.splitlines() if line.startswith("secret/")]
    assert len(table) == 1
    assert table[0].endswith("slower")
    assert all(cell_len(line) <= 80 for line in text.splitlines())


@pytest.mark.parametrize(
    ("interval", "said"),
    [
        (Interval(1.29, 1.32, 1.35), "1.32x ±3 %"),
        (Interval(1.0, 1.0, 1.0), "1.00x ±0 %"),
        (Interval(0.5, 1.0, 1.1), "1.00x ±>99 %"),
        (Interval(0.001, 1.0, 1000.0), "1.00x ±>99 %"),
    ],
)
def test_an_interval_is_as_wide_as_its_wider_side(interval: Interval, said: str) -> None:
    assert within(interval) == said


def test_the_same_as_json() -> None:
    broken = difference(judged({"a": AC, "b": AC}, "old"), judged({"a": WA, "c": AC}, "new"), Terms())
    written = json.loads(msgspec.json.encode(diff_json([SLOWER, broken], "cpu", 0.05)))
    assert (written["schema"], written["clock"], written["fail_above"]) == ("judge.diff/1", "cpu", 0.05)
    slower, wrong = written["pairs"]
    assert slower["regressed"] is True
    assert slower["ratio"]["low"] < slower["ratio"]["value"] < slower["ratio"]["high"]
    assert {case["change"] for case in slower["cases"]} == {"slower"}
    assert wrong["before"] == {"name": "old", "sha256": "old", "verdict": "AC"}
    assert (wrong["gone"], wrong["new"], wrong["ratio"]) == (["secret/b"], ["secret/c"], None)
    [case] = wrong["cases"]
    assert (case["before"], case["after"], case["change"], case["ratio"]) == ("AC", "WA", "worse", None)


def test_it_reads_as_rustc_has_it() -> None:
    finding = Finding("E205", "solve raised ValueError", help="look").at(Excerpt("a.py", 12, "    x = f(y)", 9, 13))
    assert finding_lines(finding).plain.splitlines() == [
        "error[E205]: solve raised ValueError",
        "  --> a.py:12:9",
        "   |",
        "12 |     x = f(y)",
        "   |         ^^^^",
        "  = help: look",
    ]


def test_a_whole_line_has_no_caret() -> None:
    assert quoted(Excerpt("a.py", 3, "x = 1"), 80).plain.splitlines() == ["  |", "3 | x = 1"]
    assert quoted(Excerpt("a.py", 3, ""), 80).plain == ""


def test_the_caret_stands_below_wide_characters_and_tabs() -> None:
    _, line, caret = quoted(Excerpt("a.py", 1, "\t漢 = y", 6, 7), 80).plain.splitlines()
    assert cell_len(line[: line.index("y")]) == caret.index("^")
    assert caret.count("^") == 1


@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize(("column", "end"), [(1, 2), (150, 160), (150, 400), (399, 401)])
def test_it_fits_and_the_place_is_in_it(width: int, column: int, end: int) -> None:
    text = "".join(chr(ord("a") + k % 26) for k in range(400))
    _, line, caret = quoted(Excerpt("a.py", 1, text, column, end), width).plain.splitlines()
    assert max(len(line), len(caret)) <= width
    at = caret.index("^")
    assert line[at : len(caret)] == text[column - 1 :][: len(caret) - at]


def test_a_hostile_line_stays_a_line() -> None:
    lines = quoted(Excerpt("a.py", 1, "\x1b[2J[bold]\u202e x", 1, 5), 80).plain
    assert "\x1b" not in lines
    assert "\u202e" not in lines
    assert "[bold]" in lines
