"""A hunt with real boxes: a greedy solution is found out, a right one is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.judging.crew import Crew
from judge.judging.hack.hunt import Hunter, Plan
from judge.judging.hack.search import Space
from judge.judging.hack.trial import Runner
from judge.model import Instance, Problem, Submission
from judge.model.hack import Hunt
from judge.problems import puzzles
from judge.problems.package import read_package
from judge.sandbox.sandbox import Sandbox
from judge.submissions.read import read_submission

ROOT = Path(__file__).parents[3]
SOLVERS = sorted(path for path in Path(__file__).with_name("solvers").iterdir() if path.suffix in (".py", ".c"))
PACKAGES = {path.name: path for path in (ROOT / "testcases").iterdir()}
CODES = {
    "lizards_blind_to_trees": "E113",
    "lizards_crashes_on_a_crowd": "E205",
    "lizards_fells_trees": "E109",
    "lizards_forgets_a_diagonal": "E106",
    "lizards_greedy": "E113",
    "lizards_never_gives_up": "TLE",
    "lizards_off_by_one": "E113",
    "lizards_overflows_at_64": "E113",
    "lizards_reads_past_the_end": "E206",
    "lizards_wraps_columns": "E113",
    "lizards_wrong_fail": "E113",
    "queens_overflows_at_64": "E113",
    "queens_wrong_fail": "E113",
    "spies_adjacent_triples": "E107",
}
SHOWS_FROM = {"lizards_overflows_at_64": 64, "queens_overflows_at_64": 64, "lizards_reads_past_the_end": 9}


def problem_of(path: Path) -> Problem:
    """Its package, with a limit that an endless loop does not take long to meet."""
    problem = read_package(PACKAGES[path.stem.partition("_")[0]])
    limits = msgspec.structs.replace(problem.limits, time_limit=0.3)
    return msgspec.structs.replace(problem, limits=limits, cases=())


def hunted(sandbox: Sandbox, problem: Problem, plan: Plan, *submissions: Submission) -> Hunt:
    space = Space(problem.puzzle, problem.algorithms, 65)
    runner = Runner(Crew([sandbox]), space, problem, submissions, len(submissions) == 1)
    assert [one.message for one in runner.prepare()] == [""] * len(submissions)
    return Hunter(runner, space, plan).run(submissions)


def solver(name: str) -> Submission:
    return read_submission(Path(__file__).with_name("solvers") / f"{name}.py", "lizards")


def test_two_differ_on_a_board_where_one_says_fail(sandbox: Sandbox) -> None:
    greedy, other = solver("lizards_greedy"), solver("lizards_crashes_on_a_crowd")
    empty = Instance("DFS", 4, 4, np.zeros((4, 4), np.int8))
    found = hunted(sandbox, problem_of(greedy.path), Plan(runs=1, board=empty), greedy, other)
    assert found.hack is not None
    assert found.hack.kind == ("E113", "right")
    assert int(found.hack.said[1].board.sum()) == 4, "the arrangement that the other one finds"
    crowd = msgspec.structs.replace(empty, pieces=5)
    assert hunted(sandbox, problem_of(greedy.path), Plan(runs=1, board=crowd), greedy, other).hack is None


@pytest.mark.slow
@pytest.mark.parametrize("path", SOLVERS, ids=lambda path: path.stem)
def test_a_board_is_found_for_each_mistake(sandbox: Sandbox, path: Path) -> None:
    found = hunted(sandbox, problem_of(path), Plan(seconds=60.0, runs=1), read_submission(path, path.stem))
    assert found.hack is not None, found
    assert found.hack.kind == (CODES[path.stem],)
    assert found.hack.board.n >= SHOWS_FROM.get(path.stem, 1)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ["lizards", "spies"])
def test_nothing_is_found_against_a_right_solution(
    sandbox: Sandbox, puzzle: str, submission: Callable[..., Submission]
) -> None:
    problem = read_package(PACKAGES[puzzle])
    found = hunted(sandbox, problem, Plan(seconds=4.0), submission(puzzles.named(puzzle).starter, problem=puzzle))
    assert found.hack is None
    assert found.unconfirmed == 0
    assert found.boards > 10
