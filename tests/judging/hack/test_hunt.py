"""A hunt from the first board to the confirmed one. Up to the last the sandbox is a pretended one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.judging import Hunter
from judge.model import Answer, Case, Entry, Hunt, Instance, Limits, Problem
from judge.problems import puzzle_named, read_package
from judge.problems.prove import truth_of
from judge.sandbox import Sandbox
from judge.submissions import read_submission
from tests.conftest import MakeSubmission, there
from tests.judging.make import rows_of
from tests.make import replace
from tests.pretended import Pretended
from tests.shipped import ROOT

Hunting = Callable[..., Hunt]
SIMPLE = Instance("DFS", 2, 1, np.zeros((2, 2), np.int8))
HARD = Instance("DFS", 8, 9, np.zeros((8, 8), np.int8))


@pytest.fixture
def hunt(pretended: Pretended, submission: MakeSubmission) -> Hunting:
    """Hunt for what submissions of these names get wrong; `wrong` says at which boards the first of them does."""

    def run(wrong: Callable[[Instance], bool], *names: str, puzzle: str = "lizards", **plan: Any) -> Hunt:
        first, *_ = given = names or ("mine",)

        pretended.ends = lambda name, case: "E106" if name == first and wrong(case.board) else ""
        pretended.answer = lambda _, case: right(case, puzzle)
        problem = Problem("mine", "", puzzle, ("DFS",), False, Limits(), {}, ())
        entry = Entry(problem, tuple(submission(name=name) for name in given))
        plan = {"seconds": 1000.0, "max_n": 4, "runs": 3} | plan
        hunter = Hunter(entry, Hunter.Plan(**plan), pretended.hands, lambda _: None)
        assert [one.verdict for one in hunter.prepare()] == ["AC"] * len(given)
        return hunter.run()

    return run


def right(case: Case, puzzle: str) -> Answer:
    return truth_of(case.board, puzzle, 20_000).answer or Answer(fail=True)


def key(board: Instance) -> tuple[int, int, bytes]:
    return board.n, board.pieces, board.grid.tobytes()


def test_what_is_found_is_made_smaller_and_run_again(pretended: Pretended, hunt: Hunting) -> None:
    found = hunt(lambda board: board.n >= 3 and board.pieces >= 2)
    hack = there(found.hack)
    assert (hack.board.n, hack.board.pieces, int(hack.board.grid.sum())) == (3, 2, 0)
    assert hack.first.n >= 3
    assert (hack.kind, hack.confirmed, hack.runs, hack.flaky) == (("E106",), 3, 3, False)
    assert [said.submission.name for said in hack.said] == ["mine"]
    assert pretended.looked == ["mine board"], "the first further run is looked at closely"
    assert pretended.asked.count("run mine") == found.boards + found.shrunk + 3 + 1, "and one shows an arrangement"
    assert found.shrunk > 1
    assert min(found.tried) == 1


def test_what_some_runs_show_is_flaky(hunt: Hunting) -> None:
    shows = iter([True, False, False, True])
    found = hunt(lambda _: next(shows, False), board=SIMPLE)
    hack = there(found.hack)
    assert (hack.confirmed, hack.runs, hack.flaky) == (1, 3, True)


def test_what_no_run_shows_again_is_counted_and_the_search_goes_on(hunt: Hunting) -> None:
    """Each board is wrong at its first run alone."""
    seen: Counter[Any] = Counter()

    def wrong(board: Instance) -> bool:
        seen[key(board)] += 1
        return seen[key(board)] == 1

    found = hunt(wrong, puzzle="queens", max_n=5)
    assert (found.hack, found.unconfirmed, found.boards, found.complete) == (None, 5, 5, True)


def test_where_the_smaller_board_does_not_hold_that_which_was_found_counts(hunt: Hunting) -> None:
    runs: list[Any] = []  # on boards with a tree, of which a smaller one is wrong once

    def wrong(board: Instance) -> bool:
        if not board.grid.any() or (board.n < 2 and not runs):
            return False
        runs.append(key(board))
        return runs[-1] == runs[0] or runs.count(runs[-1]) == 1

    hack = there(hunt(wrong, max_n=2).hack)
    assert key(hack.board) == key(hack.first) == runs[0]
    assert len(set(runs)) > 1, "there was a smaller one"


@pytest.mark.parametrize(
    ("plan", "tried", "complete"), [({"max_n": 9}, dict.fromkeys(range(1, 10), 1), True), ({"seconds": 0.0}, {}, False)]
)
def test_boards_or_time_end_a_hunt(hunt: Hunting, plan: dict[str, Any], tried: dict[int, int], complete: bool) -> None:
    found = hunt(lambda _: not complete, puzzle="queens", **plan)
    assert (found.hack, found.tried, found.complete) == (None, tried, complete)


@pytest.mark.parametrize("wrong", [True, False])
def test_a_board_that_is_named_is_tried_alone(hunt: Hunting, wrong: bool) -> None:
    board = Instance("DFS", 5, 7, np.zeros((5, 5), np.int8))
    found = hunt(lambda _: wrong, board=board)
    assert (found.tried, found.complete) == ({5: 1}, False)
    assert (found.hack.board if found.hack else None) is (board if wrong else None)


def test_an_arrangement_that_one_of_them_finds_is_shown(hunt: Hunting) -> None:
    hack = there(hunt(lambda _: True, "mine", "other", board=SIMPLE).hack)
    assert hack.kind == ("E106", "right")
    assert [said.board is not None for said in hack.said] == [False, True]
    assert not there(hack.answer).fail


def test_boards_on_which_the_judge_fails_or_that_take_too_long_are_counted(pretended: Pretended, hunt: Hunting) -> None:
    pretended.codes = ["E201"]
    found = hunt(lambda _: False, board=HARD)
    assert (found.hack, found.late, found.failed) == (None, 1, 0)
    pretended.raises["run mine"] = JudgeError("E422", "the table can't be read")
    found = hunt(lambda _: False, puzzle="queens", max_n=5)
    assert (found.hack, found.failed, found.boards, found.late) == (None, 5, 5, 0)


# --- with real boxes -------------------------------------------------------------------------------------------------
FOLDER = Path(__file__).with_name("solvers")
MISTAKES = rows_of("hack/mistakes.toml")


@pytest.mark.nightly(sample=2)
@pytest.mark.parametrize("name", MISTAKES)
def test_a_board_is_found_for_each_mistake(sandbox: Sandbox, tmp_path: Path, name: str) -> None:
    assert {*MISTAKES[name]} <= {"code", "from", "replaces"}
    [path] = list(FOLDER.glob(f"{name}.*")) or [tmp_path / f"{name}.py"]
    if replaces := MISTAKES[name].get("replaces"):
        text = puzzle_named("lizards").starter.replace("@njit(cache=True)\n", "")  # to compile takes longer
        for right, wrong in replaces:
            assert right in text
            text = text.replace(right, wrong)
        path.write_text(text)
    problem = read_package(ROOT / "testcases/lizards")
    limits = replace(problem.limits, time_limit=0.3)  # which an endless loop does not take long to meet
    entry = Entry(replace(problem, limits=limits, cases=()), (read_submission(path, "lizards"),))
    hunter = Hunter(entry, Hunter.Plan(seconds=60.0, runs=1), [sandbox])
    assert [one.message for one in hunter.prepare()] == [""]
    found = hunter.run()
    assert found.hack is not None, found
    assert found.hack.kind == (MISTAKES[name]["code"],)
    assert found.hack.board.n >= MISTAKES[name].get("from", 1)


@pytest.mark.slow
def test_nothing_is_found_against_a_right_solution(sandbox: Sandbox, submission: MakeSubmission) -> None:
    mine = submission(puzzle_named("lizards").starter.replace("@njit(cache=True)\n", ""), problem="lizards")
    entry = Entry(replace(read_package(ROOT / "testcases/lizards"), cases=()), (mine,))
    hunter = Hunter(entry, Hunter.Plan(seconds=120.0, max_n=2), [sandbox])
    assert [one.message for one in hunter.prepare()] == [""]
    found = hunter.run()
    assert (found.hack, found.unconfirmed, found.complete) == (None, 0, True)
    assert found.boards > 10, found
