"""What a turn of `judge watch` says: letters, one failure, and the difference to the run before."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from judge.model import Case, CaseResult, Finding, Judgement, Limits, Prepared, Problem, Submission, Verdict
from judge.problems.formats.case import read_case
from judge.reports.terminal.watch import turn_lines
from tests.conftest import case_text

BOARD, _ = read_case(case_text(4).encode(), "input.txt")


def ran(case: str, verdict: str = "AC", cpu_s: float = 0.1) -> CaseResult:
    finding = None if verdict == "AC" else Finding("E106", f"{case} is wrong", verdict=Verdict(verdict))
    return CaseResult(case, "secret", "DFS", Verdict(verdict), finding=finding, cpu_s=cpu_s)


def said(runs: list[CaseResult], before: list[CaseResult], total: int = 0) -> list[str]:
    """The lines after a turn of these runs, when those were known before."""
    names = [run.case for run in runs] + [f"more-{number}" for number in range(total - len(runs))]
    cases = tuple(Case(name, "secret", BOARD) for name in names)
    problem = Problem("pkg", "The pkg", "lizards", ("DFS",), False, Limits(), {}, cases, "pkg")
    verdict = next((run.verdict for run in runs if run.verdict is not Verdict.AC), Verdict.AC)
    submission = Submission("mine", "pkg", "function", Path("mine.py"), b"", "", words="mine.py")
    judgement = Judgement(submission, problem, Prepared(), tuple(runs), verdict)
    known = {f"secret/{run.case}": run for run in before}
    console = Console(width=80, file=StringIO(), markup=False)
    console.print(turn_lines(judgement, known, known | {f"secret/{run.case}": run for run in runs}, 80))
    return printed(console).splitlines()


def printed(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def test_when_all_is_right_it_is_said_in_two_lines() -> None:
    assert said([ran("a"), ran("b")], []) == ["mine  secret ..", "pkg: all 2 cases right, 0.20 s of CPU"]


def test_only_the_first_failure_is_shown_whole() -> None:
    lines = said([ran("a"), ran("b", "WA"), ran("c", "WA")], [])
    assert lines[0] == "mine  secret .WW"
    assert "error[E106]: b is wrong" in lines
    assert "error[E106]: c is wrong" not in lines
    assert lines[-1] == "pkg: 1 of 3 cases right"


@pytest.mark.parametrize(
    ("before", "now", "line"),
    [
        ("WA", "AC", "now right: a"),
        ("AC", "WA", "now not: a WA"),
        ("WA", "RTE", "now not: a RTE"),
        ("WA", "WA", ""),
        ("AC", "AC", ""),
    ],
)
def test_a_case_that_ends_otherwise_is_named(before: str, now: str, line: str) -> None:
    lines = [one for one in said([ran("a", now)], [ran("a", before)]) if one.startswith("now")]
    assert lines == ([line] if line else [])


def test_of_many_that_changed_some_are_named() -> None:
    runs = [ran(f"c{number}") for number in range(10)]
    before = [ran(run.case, "WA") for run in runs]
    assert "now right: c0, c1, c2, c3, c4, c5, c6, c7 and 2 more" in said(runs, before)


@pytest.mark.parametrize(
    ("old_s", "new_s", "line"),
    [
        (0.2, 0.1, "faster: 0.10 s of CPU on 1 case, before 0.20 s: 0.50x"),
        (0.1, 0.2, "slower: 0.20 s of CPU on 1 case, before 0.10 s: 2.00x"),
        (0.10, 0.11, ""),
        (0.11, 0.10, ""),
        (0.0, 0.1, ""),
    ],
)
def test_times_are_compared_where_they_differ_by_more_than_noise(old_s: float, new_s: float, line: str) -> None:
    lines = [one for one in said([ran("a", cpu_s=new_s)], [ran("a", cpu_s=old_s)]) if "CPU on" in one]
    assert lines == ([line] if line else [])


def test_times_of_what_was_wrong_are_not_compared() -> None:
    assert not [one for one in said([ran("a", cpu_s=1)], [ran("a", "WA", 9)]) if "CPU on" in one]


def test_what_waits_for_the_first_is_counted() -> None:
    lines = said([ran("a", "WA")], [ran("a", "WA"), ran("more-0"), ran("more-1", "WA")], total=3)
    assert " ".join(lines[-2:]) == (
        "pkg: 0 of 1 case right; 2 not run, as these come first; 1 of 3 were right when last run"
    )


def test_what_can_not_be_compiled_is_shown() -> None:
    finding = Finding("E211", "it is no Python", verdict=Verdict.CE)
    submission = Submission("mine", "pkg", "function", Path("mine.py"), b"", "", words="mine.py")
    problem = Problem("pkg", "", "lizards", ("DFS",), False, Limits(), {}, (Case("a", "secret", BOARD),), "pkg")
    judgement = Judgement(submission, problem, Prepared(Verdict.CE, 0.0, "no Python", finding), (), Verdict.CE)
    console = Console(width=80, file=StringIO(), markup=False)
    console.print(turn_lines(judgement, {}, {}, 80))
    assert "error[E211]: it is no Python" in printed(console)
