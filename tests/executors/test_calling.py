"""Functions of a package with a signature, in a real box: what they are given, and what becomes of what they return."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.judging import execute
from judge.model import Attempt, Problem, Verdict
from judge.problems.package import read_package
from judge.sandbox.sandbox import Sandbox
from judge.submissions.read import read_submission

MANIFEST = """\
title = "Runs"
puzzle = "general"
[signature]
parameters = ["n: int", "x: float", "deep: bool", "word: str", "values: int64[n]", "table: float64[2, n]"]
result = "int64[n]"
none = "FAIL"
[limits]
time_limit = 2
[groups.sample]
[groups.secret]
points = 1
"""
INPUT = "3 0.5 true s\u00f6 4 5 -6\n1 2 3\n.5 1e2 -7\n"
HEAD = """\
import numpy as np

def solve(n, x, deep, word, values, table):
    assert (type(n), type(x), type(deep), type(word)) == (int, float, bool, str)
    assert (values.dtype, table.dtype, table.shape) == (np.int64, np.float64, (2, n))
    assert values.flags.writeable and table.flags.writeable and values.flags.c_contiguous
    if word == "s\u00f6":
        assert (n, x, deep, values.tolist()) == (3, 0.5, True, [4, 5, -6])
        assert table.tolist() == [[1, 2, 3], [0.5, 100, -7]]
"""


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """A package whose answer is the running sum of the values."""
    package = tmp_path / "runs"
    cases = {"sample/one": ("1 1 0 word 7 8 9", "7"), "secret/three": (INPUT, "4 9 3")}
    for name, (text, answer) in cases.items():
        (package / name).mkdir(parents=True)
        (package / name / "input.txt").write_text(text, encoding="utf-8")
        (package / name / "answer.txt").write_text(answer)
    (package / "problem.toml").write_text(MANIFEST)
    return package


def run(sandbox: Sandbox, problem: Problem, folder: Path, source: str) -> Attempt:
    path = folder / "mine.py"
    path.write_text(source, encoding="utf-8")
    submission = read_submission(path, problem.name, rules=problem.programs)
    assert submission.contract == "function"
    prepared, ready = execute.prepare(sandbox.warm_up(), submission, problem)
    assert ready is not None, prepared
    return execute.run_case(sandbox, ready, problem, problem.cases[-1])


@pytest.mark.parametrize(
    ("body", "fault", "warning"),
    [
        ("return np.cumsum(values)", "", ""),
        ("return np.cumsum(values).astype(np.int16)", "", "int16; it was read as int64"),
        ("return [int(one) for one in np.cumsum(values)]", "", "a list; it was read as int64"),
        ("return np.cumsum(values) + 0.5", "with 4.5 at element 1, which int64 can't hold", ""),
        ("return values", "the validator of the problem refuses the answer", ""),
        ("return None", "the validator of the problem refuses the answer", ""),
        ("return np.zeros(n + 1, np.int64)", "an array of int64, shape (4,), but the shape must be (3,)", ""),
        ("return np.zeros((n, 1))", "an array of float64, shape (3, 1)", ""),
        ("return 'none'", "solve returned the text 'none'", ""),
        ("return 7", "solve returned 7, not an answer", ""),
        ("return {}", "solve returned an object of type dict", ""),
        ("return np.cumsum(values).astype(np.float16)", "", "float16; it was read as int64"),
        ("return np.cumsum(values).astype(np.longdouble)", "", "it was read as int64"),
    ],
)
def test_what_is_returned_is_judged_as_what_a_program_prints(
    sandbox: Sandbox, runs: Path, body: str, fault: str, warning: str
) -> None:
    attempt = run(sandbox, read_package(runs), runs.parent, f"{HEAD}    {body}\n")
    assert attempt.verdict is (Verdict.WA if fault else Verdict.AC), attempt.finding
    assert fault in attempt.message
    assert [one.code for one in attempt.notices] == (["W115"] if warning else [])
    assert all(warning in one.message for one in attempt.notices)


def test_samples_warm_it_up_whichever_cases_are_run(sandbox: Sandbox, runs: Path) -> None:
    problem = read_package(runs)
    assert len(problem.warm_ups) == 1
    body = "    if word == 'word':\n        raise ValueError(word)\n    return np.cumsum(values)\n"
    (runs.parent / "mine.py").write_text(HEAD + body, encoding="utf-8")
    submission = read_submission(runs.parent / "mine.py", "runs", rules=problem.programs)
    prepared, _ = execute.prepare(sandbox.warm_up(), submission, problem)
    assert prepared.message == "on a sample it raised ValueError: word"


def test_an_input_that_does_not_fit_is_refused_before_anything_runs(runs: Path) -> None:
    (runs / "secret/three/input.txt").write_text(INPUT.replace("-7", ""), encoding="utf-8")
    with pytest.raises(JudgeError, match="the input ends in table") as caught:
        read_package(runs)
    assert caught.value.code == "E477"


@pytest.mark.parametrize(
    ("old", "new", "place", "why"),
    [
        ('"x: float"', '"x: floats"', (4, 26), "'floats' is no type"),
        ('result = "int64[n]"', 'result = "int64"', (5, 11), "int64 is the type of an array"),
        ('none = "FAIL"', 'none = " "', (6, 0), "none is ' '"),
        ('none = "FAIL"', "nine = 9", (6, 0), "the key 'nine' of [signature] is unknown"),
        ('"general"', '"queens"\nalgorithms = ["ANY"]', (4, 0), "only a general problem has a signature"),
    ],
)
def test_a_wrong_signature_is_told_with_its_line(
    runs: Path, old: str, new: str, place: tuple[int, int], why: str
) -> None:
    (runs / "problem.toml").write_text(MANIFEST.replace(old, new))
    with pytest.raises(JudgeError) as caught:
        read_package(runs)
    assert caught.value.code == "E422"
    assert why in caught.value.message
    assert caught.value.place is not None
    assert (caught.value.place.line, caught.value.place.column) == place


@pytest.mark.parametrize(
    ("source", "contract", "code"),
    [
        ("def solve(a, b, c, d, e, f):\n    return a\n", "function", ""),
        ("def solve(a, b):\n    return a\n", "function", "E213"),
        ("def solve(a, b):\n    return a\nprint(solve(1, 2))\n", "program", ""),
        ("def solve(a, b, c, d, e, f):\n    return a\nprint(solve(*input().split()))\n", "program", ""),
        ("x = 1\n", "function", "E212"),
    ],
)
def test_which_files_are_functions(runs: Path, source: str, contract: str, code: str) -> None:
    rules = read_package(runs).programs
    (runs.parent / "mine.py").write_text(source)
    read = read_submission(runs.parent / "mine.py", "runs", rules=rules)
    assert (read.contract, read.fault.code if read.fault else "") == (contract, code)
    if code:
        assert read.fault is not None
        assert "def solve(n, x, deep, word, values, table):" in read.fault.help


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("def solve(n):\n    return n\n", "E478"),
        ("import sys\ndef solve(n):\n    return len(n)\n", "E478"),
        ("def solve(n):\n    return n\nprint(solve(input()))\n", ""),
        ("def solve(n):\n    return n\nx = solve(input())\n", ""),
        ("def solve(n):\n    return n\nif __name__ == '__main__':\n    solve(1)\n", ""),
        ("def main(n):\n    return n\n", ""),
        ("def solve(n:\n", "E211"),
    ],
)
def test_without_a_signature_there_are_only_programs(runs: Path, source: str, code: str) -> None:
    head, _, rest = MANIFEST.partition("[signature]")
    (runs / "problem.toml").write_text(head + rest[rest.index("[limits]") :])
    rules = read_package(runs).programs
    (runs.parent / "mine.py").write_text(source)
    read = read_submission(runs.parent / "mine.py", "runs", rules=rules)
    assert (read.fault.code if read.fault else "") == code
    assert read.contract == ("function" if code == "E478" else "program")


VALIDATOR = """\
import sys
given = open(sys.argv[1]).read().split()
said = [int(word) for word in sys.stdin.read().split()]
values = [int(word) for word in given[4:4 + int(given[0])]]
right = said == [sum(values[:end]) for end in range(1, len(values) + 1)]
open(sys.argv[3] + "judgemessage.txt", "w").write(f"{said} of {values}")
sys.exit(42 if right else 43)
"""
CPP = """\
#include <iostream>
#include <string>
int main() {
    int n; double x; std::string deep, word; long long value, sum = 0;
    std::cin >> n >> x >> deep >> word;
    for (int k = 0; k < n; k++) { std::cin >> value; sum += value; std::cout << sum << "\\n"; }
}
"""
NUMBA = """\
import numpy as np
from numba import njit

@njit
def run(values):
    found = np.empty_like(values)
    total = 0
    for k in range(values.size):
        total += values[k]
        found[k] = total
    return found

def solve(n, x, deep, word, values, table):
    return run(values)
"""


@pytest.mark.slow
def test_a_validator_in_python_judges_a_program_in_cpp_and_a_function_with_numba(sandbox: Sandbox, runs: Path) -> None:
    (runs / "output_validators").mkdir()
    (runs / "output_validators/check.py").write_text(VALIDATOR)
    problem = read_package(runs)
    for name, source, fault in (
        ("mine.cpp", CPP, ""),
        ("mine.py", NUMBA, ""),
        ("mine.cpp", CPP.replace("sum += value", "sum -= value"), "[-4, -9, -3] of [4, 5, -6]"),
        ("mine.py", NUMBA.replace("total += ", "total -= "), "[-4, -9, -3] of [4, 5, -6]"),
    ):
        (runs.parent / name).write_text(source)
        submission = read_submission(runs.parent / name, "runs", rules=problem.programs)
        place = execute.place(sandbox, submission.contract)
        prepared, ready = execute.prepare(place, submission, problem)
        assert ready is not None, prepared
        attempt = execute.run_case(place, ready, problem, problem.cases[-1])
        assert attempt.verdict is (Verdict.WA if fault else Verdict.AC), attempt.finding
        assert fault in (attempt.finding.note if attempt.finding else "")
