"""One honest program in each of four languages: right on shipped cases, small and crowded and large, in each tier."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.executors import executor_of
from judge.problems import read_package
from judge.sandbox import Sandbox
from judge.submissions import languages, read_submission
from tests.boxed import skip_without
from tests.conftest import there
from tests.executors.make import ready_of, tried

ROOT = Path(__file__).parents[3]
LATER = [
    pytest.param(name, marks=pytest.mark.nightly(sample=3)) for name in ("lizards.cpp", "Lizards.java", "lizards.py")
]
# Each is decided in time by backtracking.
CASES = {"assignment-8", "assignment-9", "crowd-2", "grove-6", "meadow-1", "half-10-10", "over-10-10", "forest-1000"}


@pytest.mark.parametrize("name", ["lizards.c", *LATER])
def test_an_honest_program_is_right_in_the_strict_form(each_tier: Sandbox, name: str) -> None:
    skip_without(name)
    problem = read_package(ROOT / "testcases" / "lizards")
    mine, executor = read_submission(ROOT / "tests/programs" / name, problem.name), executor_of("program")
    assert mine.contract == "program"
    place, ready = executor.place(each_tier), ready_of(each_tier, mine, problem)
    assert ready.note == "", "no compiler has anything to warn of"
    assert ready.language == there(languages().of(mine.path.suffix)).name
    cases = [case for case in problem.cases if case.name in CASES]
    assert {case.answer.fail for case in cases if case.answer} == {False, True}
    for case in cases:
        run = tried(place, ready, problem, case)
        assert (run.finding, run.code) == (None, ""), case.name
        facts = run.outcome.facts
        assert min(facts.cpu_s, facts.wall_s, facts.memory_bytes) > 0
    place.forget(ready.home)
