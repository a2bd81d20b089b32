"""The points of the shipped packages: a program that always says the same earns none."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Answer, Case, Finding, Problem, Run, Verdict
from judge.problems import judge_answer, read_package
from judge.problems.puzzles import read_answer
from judge.scoring.points import points
from tests.shipped import ROOT

PACKAGES = sorted(path.parent for path in ROOT.glob("testcases/*/problem.toml"))


def verdict(problem: Problem, case: Case, text: bytes) -> Verdict:
    """What such an output gets; of an answer that nothing refutes, the benefit of the doubt."""
    said = read_answer(text, problem.puzzle, case.board.shape)
    finding = judge_answer(case, problem.puzzle, said) if isinstance(said, Answer) else said
    return Verdict.WA if isinstance(finding, Finding) and finding.verdict is not Verdict.JE else Verdict.AC


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda path: Path(path).name)
@pytest.mark.parametrize("text", ["FAIL\n", "0\n", "1\n", "OK\n", ""])
def test_a_constant_earns_nothing(folder: Path, text: str) -> None:
    problem = read_package(folder)
    said = [verdict(problem, case, text.encode()) for case in problem.cases]
    runs = [
        Run(case.name, case.group, case.board.algorithm, one) for case, one in zip(problem.cases, said, strict=True)
    ]
    assert problem.most_points > 0
    assert points(problem, runs) == 0
