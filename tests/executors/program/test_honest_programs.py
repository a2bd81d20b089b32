"""One honest program in each of four languages: the verdicts of the numba solutions, on the shipped cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.executors import executor_of
from judge.model import Case, Problem
from judge.problems import read_package
from judge.sandbox import Sandbox
from judge.submissions import languages, read_submission
from tests.boxed import skip_without
from tests.conftest import there
from tests.executors.make import Asked, ready_of, tried

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "tests" / "programs"
LATER = pytest.mark.nightly(sample=3)
PROGRAMS = ["lizards.c", "lizards.cpp", "Lizards.java", "lizards.py"]
FEW = {"assignment-8", "assignment-9", "crowd-2", "grove-6", "meadow-1"}
# Backtracking decides these crowded boards, and no other, in time.
DECIDED = {"half-10-10", "half-20-10", "peak-10-10", "over-10-10"}


@pytest.fixture(scope="module")
def lizards() -> Problem:
    return read_package(ROOT / "testcases" / "lizards")


def is_decided(case: Case) -> bool:
    return case.group in ("sample", "secret") or case.name.startswith("crowd-") or case.name in DECIDED


def runs_of(sandbox: Sandbox, problem: Problem, name: str, cases: list[Case]) -> dict[str, Asked]:
    skip_without(name)
    mine, executor = read_submission(FOLDER / name, problem.name), executor_of("program")
    assert mine.contract == "program"
    place, ready = executor.place(sandbox), ready_of(sandbox, mine, problem)
    assert ready.note == "", "no compiler has anything to warn of"
    assert ready.language == there(languages().of(mine.path.suffix)).name
    runs = {case.path: tried(place, ready, problem, case) for case in cases}
    place.forget(ready.home)
    return runs


def assert_accepted(runs: dict[str, Asked]) -> None:
    """AC is what the declared answer says as well: FAIL where it is FAIL, and an arrangement where there is one."""
    assert runs
    assert {case: run.finding for case, run in runs.items() if run.finding} == {}
    assert {run.code for run in runs.values()} == {""}, "the answers are in the strict form"
    facts = [run.outcome.facts for run in runs.values()]
    assert all(one.cpu_s > 0 and one.wall_s > 0 and one.memory_bytes > 0 for one in facts)


@pytest.mark.parametrize(
    "name", ["lizards.c", *(pytest.param(name, marks=LATER) for name in PROGRAMS if name != "lizards.c")]
)
def test_a_few_small_cases(each_tier: Sandbox, lizards: Problem, name: str) -> None:
    cases = [case for case in lizards.cases if case.name in FEW]
    assert {case.answer.fail for case in cases if case.answer} == {False, True}
    assert_accepted(runs_of(each_tier, lizards, name, cases))


@pytest.mark.nightly(sample=1)
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_case_that_backtracking_decides(sandbox: Sandbox, lizards: Problem, name: str) -> None:
    cases = [case for case in lizards.cases if is_decided(case)]
    assert len(cases) > 50
    assert max(case.board.n for case in cases) == 1000
    assert_accepted(runs_of(sandbox, lizards, name, cases))
