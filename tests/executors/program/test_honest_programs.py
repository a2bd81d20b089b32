"""One honest program in each of four languages: the verdicts of the numba solutions, on the shipped cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.executors.program.commands import is_there
from judge.judging import execute
from judge.model import Case, Problem, Run, Verdict
from judge.problems import read_package
from judge.sandbox import Sandbox
from judge.submissions import languages, read_submission
from tests.conftest import there

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


def runs_of(sandbox: Sandbox, problem: Problem, name: str, cases: list[Case]) -> list[Run]:
    mine = read_submission(FOLDER / name, problem.name)
    assert mine.contract == "program"
    language = there(languages().of(mine.path.suffix))
    if not is_there(language):
        pytest.skip(f"{language.name} is not installed")
    prepared, ready = execute.prepare(sandbox, mine, problem)
    assert (prepared.verdict, prepared.message) == (Verdict.AC, ""), "no compiler has anything to warn of"
    assert prepared.language == language.name
    assert prepared.wall_s > 0
    assert ready is not None
    return [execute.run_case(sandbox, ready, problem, case) for case in cases]


def assert_accepted(runs: list[Run]) -> None:
    """AC is what the declared answer says as well: FAIL where it is FAIL, and an arrangement where there is one."""
    assert runs
    assert {run.case: run.finding for run in runs if run.verdict is not Verdict.AC} == {}
    assert {run.case: run.notices for run in runs if run.notices} == {}, "the answers are in the strict form"
    assert all(run.cpu_s > 0 and run.wall_s > 0 and run.memory_bytes > 0 for run in runs)


@pytest.mark.parametrize(
    "name", ["lizards.c", *(pytest.param(name, marks=LATER) for name in PROGRAMS if name != "lizards.c")]
)
def test_a_few_small_cases(each_tier: Sandbox, lizards: Problem, name: str) -> None:
    cases = [case for case in lizards.cases if case.name in FEW]
    assert {case.answer.fail for case in cases if case.answer} == {False, True}
    assert_accepted(runs_of(each_tier, lizards, name, cases))


@pytest.mark.nightly(sample=1)
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_case_that_backtracking_decides(best: Sandbox, lizards: Problem, name: str) -> None:
    cases = [case for case in lizards.cases if is_decided(case)]
    assert len(cases) > 50
    assert max(case.board.n for case in cases) == 1000
    assert_accepted(runs_of(best, lizards, name, cases))
