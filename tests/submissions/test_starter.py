"""The files that `judge init` writes are right, and they never overwrite."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.judging.contest import Contest
from judge.model import Algorithm, Answer, Case, Entry, Group, Instance, Limits, Problem, Programs, Verdict
from judge.problems.package import read_package
from judge.problems.places import SHIPPED
from judge.problems.prove.small import truth_of
from judge.problems.puzzles import named, names
from judge.sandbox.sandbox import Sandbox
from judge.submissions.read import declared_problem, read_submission
from judge.submissions.shipped import write_starter
from tests.conftest import refused, there

# n, pieces, trees (row and column from 0), and whether there is an arrangement; None: it is counted.
Question = tuple[int, int, list[tuple[int, int]], bool | None]
QUESTIONS: dict[str, tuple[Algorithm, list[Question]]] = {
    "lizards": (
        "SA",
        [
            (1, 1, [], True),
            (2, 2, [], False),
            (3, 3, [], False),
            (8, 8, [(3, 4), (5, 5)], True),
            (8, 9, [(3, 4), (5, 5)], True),
            (3, 2, [(1, 1)], True),
            (3, 4, [(1, 1)], False),
            (2, 1, [(0, 0), (0, 1), (1, 0), (1, 1)], False),
            (2, 5, [], False),
            (2, 1 << 40, [], False),
        ],
    ),
    "queens": ("ANY", [(1, 1, [], True), (2, 2, [], False), (3, 3, [], False), (4, 4, [], True), (12, 12, [], True)]),
    "spies": ("ANY", [(1, 1, [], True), (4, 4, [], True), (5, 5, [], False), (11, 11, [], True)]),
    "all-queens": ("ANY", [(1, 1, [], None), (2, 2, [], None), (6, 6, [], None), (8, 8, [], None)]),
}


def rules_of(puzzle: str) -> Programs:
    """How a package of the puzzle calls solve."""
    call = there(named(puzzle).call)
    return Programs(parameters=call.signature.names)


def case_of(algorithm: Algorithm, question: Question) -> Case:
    n, pieces, trees, possible = question
    grid = np.zeros((n, n), dtype=np.int8)
    for cell in trees:
        grid[cell] = 2
    answer = Answer(fail=True) if possible is False else None
    return Case(f"n{n}-p{pieces}-t{len(trees)}", "secret", Instance(algorithm, n, pieces, grid), answer)


def is_quick(puzzle: str) -> bool:
    """Whether its starter is tried by default: those of one table differ in a line, and one compiles long."""
    return puzzle != "all-queens" and (SHIPPED / puzzle).is_dir()


@pytest.mark.parametrize(
    "puzzle", [pytest.param(one, marks=[] if is_quick(one) else [pytest.mark.slow]) for one in names()]
)
def test_a_starter_is_accepted(sandbox: Sandbox, tmp_path: Path, puzzle: str) -> None:
    algorithm, questions = QUESTIONS.get(puzzle, ("ANY", []))
    path = tmp_path / "mine.py"
    write_starter(puzzle, path)
    shipped = not named(puzzle).goal.may_fail and not questions and (SHIPPED / puzzle).is_dir()
    known = read_package(SHIPPED / puzzle).cases if shipped else ()
    own = [] if questions or known else named(puzzle).boards
    cases = tuple(case_of(algorithm, question) for question in questions)
    answers = [truth_of(board, puzzle, 100_000).answer for board in own]
    cases += tuple(Case(f"own-{number}", "secret", *one) for number, one in enumerate(zip(own, answers, strict=True)))
    cases += tuple(case for case in known if case.group == "sample")
    cases = tuple(msgspec.structs.replace(case, group="secret") for case in cases)
    rules = rules_of(puzzle)
    problem = Problem(
        puzzle, puzzle, puzzle, (algorithm,), False, Limits(), {"secret": Group(1)}, cases, programs=rules
    )
    contest = Contest([sandbox], [Entry(problem, (read_submission(path, puzzle, rules=rules),))])
    list(contest.events())
    [judgement] = contest.judgements()
    assert judgement.prepare.message == "", "it comes back from the warm-up boards"
    assert {run.case: run.verdict for run in judgement.runs} == dict.fromkeys((case.name for case in cases), Verdict.AC)


@pytest.mark.parametrize("puzzle", names())
def test_it_says_what_it_solves_and_how_to_judge_it(tmp_path: Path, puzzle: str) -> None:
    path = tmp_path / "mine.py"
    write_starter(puzzle, path)
    assert declared_problem(path) == puzzle
    assert f"judge run {path}" in path.read_text()
    assert read_submission(path, puzzle, rules=rules_of(puzzle)).fault is None


def test_it_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("my work")
    (tmp_path / "link.py").symlink_to(tmp_path / "nowhere.py")
    for taken in (path, tmp_path / "link.py"):
        assert refused(write_starter, "queens", taken).code == "E436"
    assert path.read_text() == "my work"


@pytest.mark.parametrize(("name", "code"), [("mine", "E438"), ("mine.cpp", "E438"), ("no/such/mine.py", "E435")])
def test_where_it_can_not_be_written(tmp_path: Path, name: str, code: str) -> None:
    assert refused(write_starter, "queens", tmp_path / name).code == code
    assert list(tmp_path.iterdir()) == []
