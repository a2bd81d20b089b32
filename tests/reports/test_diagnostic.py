"""Faults and comparisons as they are printed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len
from rich.console import RenderableType

from judge.errors import JudgeError, Place, codes, said_codes, verdicts
from judge.model import Finding, Judgement, ReadWarning, Standing, Verdict
from judge.reports import DiffReport, explanation, finding_lines, notice_lines
from judge.scoring import Difference
from tests import make
from tests.make import AC, CE, JE, TLE, WA, replace
from tests.manual import TOPICS
from tests.reports.graded import graded, results
from tests.reports.make import as_text, console, few, keep, printed
from tests.scoring.test_differences import compared as difference
from tests.scoring.test_differences import noisy

EXAMPLE = Finding(
    "E106",
    "two lizards can eat each other",
    cells=((2, 5), (5, 8)),
    where="output.txt line 3, column 5  and  line 6, column 8",
    note="2 free cells and no tree between them on the diagonal",
    help="rerun only this case:  judge run mine.py --case forest-07",
)


def broken(excerpt: Finding.Excerpt) -> Finding:
    """A fault in this line, of which nothing else is said."""
    return Finding("E205", "it raised").at(excerpt)


BOARD = make.grid("Q....... ....Q... ......Q. .Q..T... .......Q")
NOTICES = [ReadWarning("W102", "lines end in CRLF", 1), ReadWarning("W106", "blank lines at the end")]
STDERR = "\n".join(f"line {k}" for k in range(1000)) + "\nIndexError: the cause"
RAISED = Finding("E205", "solve raised ValueError", help="look").at(Finding.Excerpt("a.py", 12, "    x = f(y)", 9, 13))


def fault(error: JudgeError, width: int = 100, **how: Any) -> str:
    """What is printed of what stopped the judge."""
    page = console(width, **how)
    page.fault(error)
    return printed(page)


def judged(cases: Mapping[str, Any], name: str = "mine", problem: str = "pkg", prepare: Verdict = AC) -> Judgement:
    """What came of each case: a verdict, or times."""
    made = make.problem(" ".join(cases), name=problem)
    return make.judgement(made, list(cases.values()), name, prepare=prepare, submission={"sha256": name})


SLOWER = difference(noisy([0.1, 0.5, 1.0], 1, 0.005), noisy([0.2, 1.0, 2.0], 2, 0.005))
BEFORE = judged({"a": [0.1] * 5, "b": AC, "c": WA, "d": WA, "e": AC})
AFTER = judged({"a": [0.1] * 5, "b": TLE, "c": AC, "d": TLE, "e": AC})
TIMES = {f"c{at}": [0.1 + at / 1000] * 5 for at in range(22)}
VIEW = DiffReport("main", "mine", ())


def compared(*found: Difference, view: DiffReport = VIEW) -> str:
    return as_text(replace(view, found=found), 80)


def summed(whole: Standing.Interval) -> str:
    [line] = [one for one in compared(replace(SLOWER, whole=whole)).splitlines() if one.startswith("sum of")]
    return line


ENDS = ((1.29, 1.32, 1.35), (1.0, 1.0, 1.0), (0.5, 1.0, 1.1), (0.001, 1.0, 1000.0))
INTERVALS = [Standing.Interval(*ends) for ends in ENDS]  # each as wide as its wider side


def findings() -> dict[str, RenderableType]:
    return {
        "a refused answer": finding_lines(EXAMPLE, BOARD, "lizard", "WA  lizards/secret/forest-07   0.41 s of 5 s"),
        "one without a board": finding_lines(EXAMPLE, None),
        "an error": fault(
            JudgeError("E405", "row 3 has 7 digits, but n is 8", Place("in.txt", 6, 8), "line 2 says 8", "write 8")
        ),
        "an error alone": fault(JudgeError("E424", "the package has no cases")),
        "warnings": notice_lines(NOTICES, "input.txt"),
        "a long note": few(finding_lines(Finding("E205", "solve raised IndexError", note=STDERR)).plain, "line "),
        "a line of the source": finding_lines(RAISED),
        "a line without a place": finding_lines(broken(Finding.Excerpt("a.py", 3, "x = 1"))),
        "no line": finding_lines(broken(Finding.Excerpt("a.py", 3, ""))),
        "a hostile line": finding_lines(broken(Finding.Excerpt("a.py", 1, "\x1b[2J[bold]\u202e x", 1, 5))),
        "a line of wide letters": finding_lines(broken(Finding.Excerpt("a.py", 1, "\t漢 = y", 6, 7))),
    }


def comparisons() -> dict[str, RenderableType]:
    return {
        "intervals": "\n".join(summed(one) for one in INTERVALS),
        "slower": compared(SLOWER),
        "alike": compared(difference(noisy([0.1, 0.5, 1.0], 1, 0.005), noisy([0.1, 0.5, 1.0], 2, 0.005))),
        "other verdicts": compared(difference(BEFORE, AFTER)),
        "many cases without a change": few(compared(difference(judged(TIMES), judged(TIMES))), "secret/"),
        "one time each": compared(difference(judged({"a": [0.1]}), judged({"a": [0.3]}))),
        "cases of one alone": compared(difference(judged({"a": AC, "b": AC}), judged({"a": AC, "c": AC}))),
        "not compiled": compared(difference(judged({"a": AC}), judged({}, prepare=CE))),
        "the judge failed": compared(difference(judged({"a": AC}), judged({"a": JE}))),
    }


def test_each_word_is_as_it_is_kept() -> None:
    keep("findings.txt", findings())
    keep("comparisons.txt", comparisons())


def test_what_has_changed_is_never_left_out() -> None:
    changed = compared(difference(judged(TIMES), judged(dict.fromkeys(TIMES, WA))))
    assert (changed.count("worse\n"), "verdicts: 22 worse, 0 better" in changed) == (22, True)


def test_a_finding_with_what_is_no_board_is_one_without() -> None:
    assert finding_lines(EXAMPLE, np.zeros(4, np.int8)).plain == finding_lines(EXAMPLE, None).plain


def test_a_fault_has_its_colour_on_a_terminal() -> None:
    assert fault(JudgeError("E431", "no"), terminal=True, colours="standard").startswith("\x1b[1;31merror[E431]")


# --- the tables of verdicts and codes --------------------------------------------------------------------------------
def test_every_verdict_has_its_row_in_the_table_and_in_the_manual() -> None:
    assert list(verdicts()) == list(Verdict)
    assert re.findall(r"^\| ([A-Z]{2,3}) \|", TOPICS["verdicts"], flags=re.MULTILINE) == list(Verdict)


@pytest.mark.parametrize("name", Verdict)
def test_a_verdict_is_whole_and_fits_a_terminal(name: str) -> None:
    row = verdicts()[name]
    assert (row.title[-1] == ".", row.why[-1], row.mend[-1]) == (False, ".", ".")
    said = explanation(name).plain
    assert said.startswith(f"{name}: {row.title}\n")
    assert " ".join(said.partition("What to do\n")[2].split()) == " ".join(f"{row.mend} {row.command}".split())
    assert max(map(len, said.splitlines())) <= 80
    assert re.findall(r"^  ([EW]\d{3})  ", said, flags=re.MULTILINE) == [
        code for code, one in said_codes().items() if one.verdict == name
    ]


@pytest.mark.parametrize("code", codes())
def test_a_code_is_explained_whole_and_fits_a_terminal(code: str) -> None:
    row, said = codes()[code], explanation(code).plain
    assert said.startswith(f"{'error' if code.startswith('E') else 'warning'}[{code}]: ")
    assert (f"\nverdict: {row.verdict}\n" in said) == bool(row.verdict)
    words = " ".join(said.split())
    assert all(" ".join(text.split()) in words for text in (row.title, row.why, row.mend))
    assert set(row.example.split()) <= set(words.split())
    assert max(map(len, said.splitlines())) <= 80


def test_all_are_listed_once_below_their_kind_but_codes_of_old_records() -> None:
    lines = explanation().plain.splitlines()
    assert max(map(len, lines)) <= 80
    listed = [found[1] for line in lines if (found := re.match(r"  ([A-Z]\w+)  +\S", line))]
    assert listed == [*Verdict, *sorted(said_codes(), key=lambda code: (code[0], code))]
    heads = [at for at, line in enumerate(lines) if line and not line.startswith((" ", "judge "))]
    kinds = [lines[at + 1].split()[0][:2] for at in heads]
    assert kinds == ["AC", *sorted({code[:2] for code in said_codes()})]
    old = codes().keys() - said_codes().keys()
    assert old == {"E255", "E257", "E258", "W124"}
    row = judged({"a": WA})
    row = replace(row, runs=tuple(replace(run, code="E255") for run in row.runs), points=0.0)
    assert codes()["E255"].title in results(graded(1, row))["tests"][0]["output"]


# --- comparisons -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["a" * 70, "名" * 40, "\x1b[31mred\x1b[0m", "two\nlines"])
def test_names_style_nothing_and_fit(name: str) -> None:
    before, after = judged({name: [0.1] * 5}, name, name), judged({name: [0.3] * 5}, f"{name}2", name)
    text = compared(difference(before, after), view=DiffReport(name, name, ()))
    assert "\x1b" not in text
    [row] = [line for line in text.splitlines() if line.startswith("secret/")]
    assert row.endswith("slower")
    assert cell_len(row) <= 80


# --- a line of a source ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize(("column", "end"), [(1, 2), (150, 160), (150, 400), (399, 401)])
def test_a_line_of_a_source_fits_and_the_place_is_in_it(width: int, column: int, end: int) -> None:
    text = "".join(chr(ord("a") + k % 26) for k in range(400))
    *_, line, caret = finding_lines(
        broken(Finding.Excerpt("a.py", 1, text, column, end)), width=width
    ).plain.splitlines()
    assert max(len(line), len(caret)) <= width
    at = caret.index("^")
    assert line[at : len(caret)] == text[column - 1 :][: len(caret) - at]
