"""Who measures how hard cases are, and what is made of a contest's times."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.errors import JudgeError
from judge.judging.difficulty import aimed, aims, hardness, solvers
from judge.model import Case, CaseResult, Entry, Instance, Judgement, Prepared, Problem, Submission, Verdict
from judge.problems.generators.aim import Probe
from judge.problems.package import read_package
from judge.problems.skeleton import write_skeleton

AC, TLE = Verdict.AC, Verdict.TLE


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_skeleton(Path("cup"), "lizards")


def test_only_right_solutions_measure(package: Path) -> None:
    slow = package / "submissions/time_limit_exceeded/slow.py"
    slow.parent.mkdir()
    slow.write_text("def solve(algorithm, n, lizards, grid):\n    while True: pass\n")
    shipped = Path("solutions/cup")
    shipped.mkdir(parents=True)
    (shipped / "same.py").write_bytes((package / "submissions/accepted/starter.py").read_bytes())
    (shipped / "mine.py").write_text("print('FAIL')\n")
    (shipped / "wrong.py").write_text("# @EXPECTED_RESULTS@: AC, WA\nprint('FAIL')\n")
    names = [one.name for one in solvers(read_package(package))]
    assert names == ["accepted/starter.py", "time_limit_exceeded/slow.py", "mine"]


def test_without_a_right_solution_nothing_is_measured(package: Path) -> None:
    (package / "submissions/accepted/starter.py").unlink()
    with pytest.raises(JudgeError) as caught:
        solvers(read_package(package))
    assert caught.value.code == "E413"


def case(name: str, n: int = 2) -> Case:
    return Case(name, "aim", Instance("DFS", n, 1, np.zeros((n, n), np.int8)))


def judged(problem: Problem, name: str, *runs: tuple[str, Verdict, float]) -> Judgement:
    results = tuple(CaseResult(of, "aim", "DFS", verdict, cpu_s=cpu_s) for of, verdict, cpu_s in runs)
    return Judgement(Submission(name, "cup", "function", Path("a.py"), b"", ""), problem, Prepared(), results, AC)


def test_the_hardest_case_comes_first_and_medians_are_of_the_same_boards(package: Path) -> None:
    probes = [Probe(0.1, 0, case("a")), Probe(0.1, 0, case("b")), Probe(0.1, 1, case("c"))]
    problem = aimed(read_package(package), probes)
    assert problem.limits.time_limit == 1.0
    entry = Entry(problem, ())
    judgements = [
        judged(problem, "fast", ("a", AC, 0.1), ("b", AC, 0.3), ("c", TLE, 1.1)),
        judged(problem, "slow", ("a", AC, 0.9), ("b", TLE, 1.1), ("c", TLE, 1.1)),
        judged(problem, "broken"),
    ]
    assert [one.case for one in hardness(entry, judgements)] == ["aim/c", "aim/b", "aim/a"]
    found = aims(entry, judgements, probes, 2)
    assert (found.n, found.undecided, found.submissions) == (2, 2, ("fast", "slow", "broken"))
    assert [(row.density, row.above, row.boards) for row in found.rows] == [(0.1, 0, 2), (0.1, 1, 1)]
    assert found.rows[0].medians_s == pytest.approx((0.2, 1.45, 2.0))
    assert found.best is found.rows[0]


def test_a_limit_below_a_second_is_kept(package: Path) -> None:
    problem = read_package(package)
    short = msgspec.structs.replace(problem, limits=msgspec.structs.replace(problem.limits, time_limit=0.25))
    assert aimed(short, []).limits.time_limit == 0.25
