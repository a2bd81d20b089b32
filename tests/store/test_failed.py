"""What failed last, remembered: what is added, dropped and kept, and files that can't be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.model import CaseResult, Judgement, Prepared, Problem, Submission, Verdict
from judge.problems.package import read_package
from judge.store import failed
from judge.store.failed import FAILED, Failed, as_json, failed_after, here, read_failed
from judge.submissions.read import read_submission
from tests.conftest import case_text

MakePackage = Callable[..., Path]
KEY = ("pkg", "mine.py")


@pytest.fixture
def problem(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Problem:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def solve(algorithm, n, lizards, grid):\n    return None\n")
    return read_package(package("pkg", {f"secret/{name}": (case_text(4), "") for name in "abc"}))


def mine(problem: Problem, *expected: Verdict) -> Submission:
    header = f"# @EXPECTED_RESULTS@: {', '.join(expected)}\n" if expected else ""
    Path("mine.py").write_text(header + "def solve(algorithm, n, lizards, grid):\n    return None\n")
    return read_submission(Path("mine.py"), problem.name)


def judged(problem: Problem, verdicts: dict[str, str], *expected: Verdict, prepared: str = "AC") -> Judgement:
    runs = tuple(CaseResult(case, "secret", "DFS", Verdict(verdict)) for case, verdict in verdicts.items())
    return Judgement(mine(problem, *expected), problem, Prepared(Verdict(prepared)), runs, Verdict.WA)


@pytest.mark.parametrize(
    ("before", "verdicts", "after"),
    [
        ((), {"a": "AC", "b": "WA", "c": "TLE"}, ("secret/b", "secret/c")),
        (("secret/a", "secret/b"), {"a": "AC"}, ("secret/b",)),
        (("secret/a", "secret/b"), {"c": "RTE"}, ("secret/a", "secret/b", "secret/c")),
        (("secret/a",), {"a": "JE"}, ("secret/a",)),
        (("secret/a", "secret/b"), {"a": "AC", "b": "AC", "c": "AC"}, ()),
    ],
)
def test_a_case_is_added_when_it_fails_and_dropped_when_it_is_right(
    problem: Problem, before: tuple[str, ...], verdicts: dict[str, str], after: tuple[str, ...]
) -> None:
    assert failed_after({KEY: before}, [judged(problem, verdicts)]) == {KEY: after}


def test_what_can_not_be_prepared_has_failed_on_all(problem: Problem) -> None:
    found = failed_after({}, [judged(problem, {}, prepared="CE")])
    assert found == {KEY: ("secret/a", "secret/b", "secret/c")}


def test_what_is_meant_not_to_compile_is_no_failure(problem: Problem) -> None:
    assert failed_after({}, [judged(problem, {}, Verdict.CE, prepared="CE")]) == {KEY: ()}


def test_what_its_author_declared_is_no_failure(problem: Problem) -> None:
    found = failed_after({}, [judged(problem, {"a": "TLE", "b": "WA"}, Verdict.AC, Verdict.TLE)])
    assert found == {KEY: ("secret/b",)}


def test_what_is_written_is_read_again(problem: Problem) -> None:
    kept: Failed = {KEY: ("secret/a",), ("pkg", "gone.py"): ("secret/a",), ("other", "mine.py"): ()}
    FAILED.parent.mkdir()
    FAILED.write_text(json.dumps(as_json(kept)))
    assert read_failed() == {KEY: ("secret/a",)}, "of a file that is gone, and without a case, nothing is kept"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "judge.run/1"}', '{"schema": "judge.failed/1"}', "\xff"])
def test_a_file_that_can_not_be_read_remembers_nothing(problem: Problem, text: str) -> None:
    assert read_failed() == {}
    FAILED.parent.mkdir()
    FAILED.write_bytes(text.encode("latin-1"))
    assert read_failed() == {}


def test_a_file_that_is_too_long_is_not_read(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Path(".judge/last-failed.json") == FAILED
    FAILED.parent.mkdir()
    FAILED.write_text(json.dumps(as_json({KEY: ("secret/a",)})))
    monkeypatch.setattr(failed, "_LARGEST", FAILED.stat().st_size)
    assert read_failed() == {KEY: ("secret/a",)}
    monkeypatch.setattr(failed, "_LARGEST", FAILED.stat().st_size - 1)
    assert read_failed() == {}


def test_a_path_is_relative_where_it_lies_in_here(tmp_path: Path, problem: Problem) -> None:
    assert here(tmp_path / "deep/mine.py") == "deep/mine.py"
    assert here(Path("deep/../mine.py")) == "mine.py"
    assert here(Path("/usr/mine.py")) == "/usr/mine.py"
