"""The words about arrangements that refute FAIL, and the board that shows one."""

from __future__ import annotations

import msgspec

from judge.model.wrong_key import REFUTED
from judge.reports.witness_words import head, witnesses
from tests.reports import runs

PROBLEM = runs.problem(3)


def test_nobody_refutes_anybody() -> None:
    assert witnesses([runs.judged(PROBLEM, 0), runs.judged(PROBLEM, 1)]) == []


def test_who_found_it_and_who_said_fail() -> None:
    made = runs.judged(PROBLEM, 0)
    first = msgspec.structs.replace(made.runs[0], code=REFUTED, board=runs.answer(PROBLEM.cases[0]))
    [found] = witnesses([msgspec.structs.replace(made, runs=(first, *made.runs[1:]))])
    assert found.words == "sample/forest-6: found by champion; FAIL was said by the package"
    assert found.board is first.board


def test_a_better_arrangement_says_nothing_of_fail() -> None:
    problem = msgspec.structs.replace(PROBLEM, scored=True)
    made, other = runs.judged(problem, 0), runs.judged(problem, 1)
    board = runs.answer(problem.cases[0])
    known = msgspec.structs.replace(made.runs[0], board=board * 0)
    better = msgspec.structs.replace(other.runs[0], code=REFUTED, board=board)
    judged = [
        msgspec.structs.replace(made, runs=(known, *made.runs[1:])),
        msgspec.structs.replace(other, runs=(better, *other.runs[1:])),
    ]
    [found] = witnesses(judged)
    assert found.words == f"sample/forest-6: found by {other.submission.name}"
    assert found.board is board, "not that of who found less"
    assert "FAIL" not in head(problem)
