"""One reason is told once; the other cases are named below it."""

from __future__ import annotations

from judge.model import CaseResult, Excerpt, Finding, Verdict
from judge.reports.terminal.alike import NAMED, alike, others


def missed(case: str, message: str = "no", line: int = 1, cells: tuple[tuple[int, int], ...] = ()) -> CaseResult:
    finding = Finding("E205", message, cells=cells, verdict=Verdict.RTE).at(Excerpt("mine.py", line))
    return CaseResult(case, "secret", "DFS", Verdict.RTE, "E205", message, cells=cells, finding=finding)


def test_cases_of_one_reason_stand_together_in_their_order() -> None:
    a, b, c, d = missed("a"), missed("b", "other"), missed("c"), missed("d", line=2)
    assert alike([a, b, c, d]) == [[a, c], [b], [d]]


def test_each_picture_is_shown() -> None:
    a, b = missed("a", cells=((1, 1),)), missed("b", cells=((1, 1),))
    assert alike([a, b]) == [[a], [b]]


def test_the_others_are_named() -> None:
    assert others([], 80) == []
    [line] = others([missed("six"), missed("seven")], 80)
    assert line.plain == "  and the same on 2 more: six, seven"
    [line] = others([missed(f"case-{k}") for k in range(NAMED + 7)], 40)
    assert " ".join(line.plain.split()).endswith("and 7 others")
    assert all(len(row) <= 40 for row in line.plain.split("\n"))
