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
from tests.problems.told import hold_rows
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


def test_a_case_is_added_when_it_fails_and_dropped_when_it_is_right(problem: Problem) -> None:
    """What can't be prepared has failed on all. What its author declared is no failure, nor is that."""

    def after(row: str) -> str:
        before, verdicts, expected = (part.split() for part in row.split("|"))
        ran = dict(pair.split("=") for pair in verdicts if "=" in pair)
        made = judged(problem, ran, *map(Verdict, expected), prepared="AC" if ran else verdicts[0])
        found = failed_after({KEY: tuple(f"secret/{name}" for name in before)}, [made])
        assert [*found] == [KEY]
        return " ".join(found[KEY])

    hold_rows(Path(__file__).with_name("failed.txt"), after)


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
