"""What runs while a shipped solution is timed: nothing but that."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from judge.model import Problem, Submission, Verdict
from judge.problems import read_package
from judge.sandbox import Sandbox
from tests.boxed import ran
from tests.sandbox.programs import PROGRAMS
from tests.shipped import ROOT, SOLUTIONS

SHIPPED = sorted(SOLUTIONS.glob("*/*.py"))


def smallest(puzzle: str) -> Problem:
    """A shipped problem with the smallest of its samples that a heuristic solves too."""
    problem = read_package(ROOT / "testcases" / puzzle)
    samples = [case for case in problem.cases if case.group == "sample" and not (case.answer and case.answer.fail)]
    return msgspec.structs.replace(problem, cases=(min(samples, key=lambda case: case.board.grid.size),))


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=name, marks=[] if name == "lizards/dfs.py" else [pytest.mark.nightly(sample=8)])
        for path in SHIPPED
        for name in [f"{path.parent.name}/{path.name}"]
    ],
)
def test_nothing_is_compiled_or_collected_in_a_window(sandbox: Sandbox, path: Path) -> None:
    problem = smallest(path.parent.name)
    mine = Submission(path.stem, path.parent.name, "function", path, path.read_bytes() + PROGRAMS["watch"].encode(), "")
    run = ran(sandbox, mine, problem)
    assert run.verdict in (Verdict.AC, Verdict.WA), run.finding  # a greedy one may miss an answer
    assert run.notices == ()
