"""A package of the ICPC with a validator of its own, taken over: each submission gets a verdict that it declares."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.executors import program
from judge.judging import execute
from judge.model import Problem, Submission, Verdict
from judge.problems.icpc.read import import_package
from judge.sandbox.sandbox import Sandbox
from judge.submissions.expected import expected_in
from judge.submissions.languages import endings
from tests.problems.icpc.packages import LEGACY, NEWEST, write


def verdicts(sandbox: Sandbox, one: Submission, problem: Problem) -> set[Verdict]:
    place = program.place(sandbox)
    prepared, ready = execute.prepare(place, one, problem)
    assert ready is not None, prepared
    return {execute.run_case(place, ready, problem, case).verdict for case in problem.cases}


@pytest.mark.slow
@pytest.mark.parametrize("files", [LEGACY, NEWEST])
def test_declared_verdicts_are_given(files: dict[str, str], best: Sandbox, tmp_path: Path) -> None:
    limit = {".timelimit": "0.5\n"} if files is LEGACY else {}
    made = import_package(write(files | limit, tmp_path / "given"), tmp_path / "made", endings())
    declared = expected_in(tmp_path / "made", made.problem.programs)
    assert len(declared) == made.submissions >= 2
    for one, allowed in declared:
        got = verdicts(best, one, made.problem)
        assert got - {Verdict.AC} <= allowed, one.name
        assert (got == {Verdict.AC}) == (allowed == {Verdict.AC}), one.name
