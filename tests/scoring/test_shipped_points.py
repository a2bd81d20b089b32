"""The points of the shipped packages: a program that always says the same earns none."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Answer, Case, Finding, Problem, Verdict
from judge.problems import judge_answer, read_output, read_package
from tests import make
from tests.shipped import ROOT

PACKAGES = sorted(path.parent for path in ROOT.glob("testcases/*/problem.toml"))


def verdict(problem: Problem, case: Case, text: bytes) -> Verdict:
    """What such an output gets; of an answer that nothing refutes, the benefit of the doubt."""
    said = read_output(text, problem, case.board)
    finding = judge_answer(case, problem.puzzle, said) if isinstance(said, Answer) else said
    return Verdict.WA if isinstance(finding, Finding) and finding.verdict is not Verdict.JE else Verdict.AC


@pytest.mark.parametrize("folder", PACKAGES)
def test_a_constant_earns_nothing(folder: Path) -> None:
    problem = read_package(folder)
    assert problem.most_points > 0
    for text in (b"FAIL\n", b"0\n", b"1\n", b"OK\n", b""):
        said = [verdict(problem, case, text) for case in problem.cases]
        assert make.judgement(problem, said).points == 0, text
