"""What is remembered of what failed, and leaderboards that are printed while others are judged."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from judge.cli import last_failed
from judge.cli.contest import Boards
from judge.cli.last_failed import FAILED, failed_after, read_failed, remember
from judge.judging import Contest
from judge.model import Finished, Judgement, Prepared, Problem, Run, Submission, Verdict
from judge.problems import read_package
from judge.reports import PlainConsole, View
from judge.submissions import read_submission
from tests.make import case_text
from tests.reports.played import CASES, NAMES, PROBLEMS, Played


# --- A leaderboard is made and printed as soon as its problem is over ------------------------------------------------
def test_each_is_printed_once_and_before_the_next_problem() -> None:
    played, out = Played("stop"), io.StringIO()
    boards = Boards(cast(Contest, played), View(), PlainConsole(file=out, width=80, markup=False))
    with contextlib.suppress(KeyboardInterrupt):
        for event in played.events():
            assert boards.event(event) == isinstance(event, Finished)
    titles = [f"The puzzle of {name}   {name}, {CASES} cases" for name in PROBLEMS]
    assert [out.getvalue().count(title) for title in titles] == [1, 1, 1, 0]
    played.noise = 1.0  # known too late for what is printed
    boards.end(View.Stopped(5, 9))
    assert [len(board) for board in boards.made] == [len(NAMES)] * 4
    assert [[row.rank for row in board] for board in boards.made] == [[1, 2, 3, 4, 5]] * 3 + [[1] * 5]
    assert out.getvalue().count("of spies only the cases count") == 1


# --- What failed last ------------------------------------------------------------------------------------------------
KEY = ("pkg", "mine.py")


@pytest.fixture
def problem(tmp_path: Path, package: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Problem:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def solve(algorithm, n, lizards, grid):\n    return None\n")
    return read_package(package("pkg", {f"secret/{name}": (case_text(4), "") for name in "abc"}))


def mine(problem: Problem, *expected: Verdict) -> Submission:
    header = f"# @EXPECTED_RESULTS@: {', '.join(expected)}\n" if expected else ""
    Path("mine.py").write_text(header + "def solve(algorithm, n, lizards, grid):\n    return None\n")
    return read_submission(Path("..", Path.cwd().name, "mine.py"), problem.name)


def judged(problem: Problem, verdicts: dict[str, str], *expected: Verdict, prepared: str = "AC") -> Judgement:
    runs = tuple(Run(case, "secret", "DFS", Verdict(verdict)) for case, verdict in verdicts.items())
    return Judgement(mine(problem, *expected), problem, Prepared(Verdict(prepared)), runs, Verdict.WA)


@pytest.mark.parametrize(
    ("before", "verdicts", "expected", "after"),
    [
        ("", "a=AC b=WA c=TLE", "", "b c"),
        ("a b", "a=AC", "", "b"),
        ("a b", "c=RTE", "", "a b c"),
        ("", "CE", "", "a b c"),  # what can't be prepared has failed on all
        ("", "CE", "CE", ""),  # but not where it is meant not to compile
        ("", "a=TLE b=WA", "AC TLE", "b"),  # what its author declared is no failure
    ],
)
def test_a_case_is_added_when_it_fails_and_dropped_when_it_is_right(
    problem: Problem, before: str, verdicts: str, expected: str, after: str
) -> None:
    failed_before, failed_now = (tuple(f"secret/{name}" for name in names.split()) for names in (before, after))
    ran = dict(pair.split("=") for pair in verdicts.split() if "=" in pair)
    made = judged(problem, ran, *map(Verdict, expected.split()), prepared="AC" if ran else verdicts)
    assert failed_after({KEY: failed_before}, [made]) == {KEY: failed_now}


@pytest.mark.parametrize("text", ["{", '{"schema": "judge.run/1"}', '{"schema": "judge.failed/1"}', "\xff"])
def test_a_file_that_can_not_be_read_or_is_too_long_remembers_nothing(
    problem: Problem, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    assert read_failed() == {}
    FAILED.parent.mkdir()
    FAILED.write_bytes(text.encode("latin-1"))
    assert read_failed() == {}
    FAILED.unlink()
    remember([judged(problem, {"a": "WA"})])
    for longest, found in ((FAILED.stat().st_size - 1, {}), (FAILED.stat().st_size, {KEY: ("secret/a",)})):
        monkeypatch.setattr(last_failed, "_LARGEST", longest)
        assert read_failed() == found
    Path("mine.py").unlink()
    remember([])
    assert read_failed() == {}, "what is gone is forgotten"
