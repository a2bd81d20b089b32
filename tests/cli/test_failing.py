"""`judge run --last-failed` and `-x`: what is run again, and where a run stops."""

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
from judge.reports import PlainConsole, Stopped, View
from judge.store import read_run
from judge.submissions import read_submission
from tests.cli.handed_in import Call, read_json
from tests.conftest import RIGHT, WRONG
from tests.make import case_text
from tests.reports.played import CASES, NAMES, PROBLEMS, Played

HALF = WRONG.replace("    grid[0, 0]", "    if n == 4:\n        return right(n, grid)\n    grid[0, 0]")
HALF += RIGHT.replace("def solve(algorithm, n, lizards, grid)", "def right(n, grid)")


@pytest.fixture
def files(here: Path) -> None:
    """A submission that is right, and one that is wrong on the larger case alone."""
    Path("right.py").write_text(f"# judge: problem = pkg\n{RIGHT}")
    Path("half.py").write_text(f"# judge: problem = pkg\n{HALF}")


def runs() -> dict[str, list[str]]:
    """Of the last run, the cases of each submission."""
    written = read_json(".judge/last-run.json")
    return {one["name"]: [run["case"] for run in one["runs"]] for one in written["submissions"]}


def test_only_what_failed_is_run_again_until_it_is_right(files: None, call: Call) -> None:
    assert call("run", "half.py", "right.py")[0] == 1
    assert runs() == {"half": ["six", "four"], "right": ["six", "four"]}
    status, out, err = call("run", "--last-failed")
    assert (status, runs()) == (1, {"half": ["six"]}), out + err
    Path("half.py").write_text(f"# judge: problem = pkg\n{RIGHT}")
    assert (call("run", "--last-failed")[0], runs()) == (0, {"half": ["six"]})
    assert call.done("run", "--last-failed") == "nothing failed last time\n"
    status, out, _ = call("run", "half.py", "--last-failed")
    assert (status, runs()) == (0, {"half": ["six", "four"]})
    assert "nothing failed last time: all cases are run" in out


def test_of_the_files_that_are_named_only_those_are_run(files: None, call: Call) -> None:
    assert call("run", "half.py", "right.py")[0] == 1
    status, out, _ = call("run", "right.py", "--last-failed")
    assert (status, runs()) == (0, {"right": ["six", "four"]}), out
    assert (call("run", "right.py", "half.py", "--last-failed")[0], runs()) == (1, {"half": ["six"]})


def test_a_problem_that_only_the_command_line_named_is_remembered(files: None, call: Call) -> None:
    Path("unsaid.py").write_text(HALF)
    assert call("run", "unsaid.py", "--problem", "pkg")[0] == 1
    assert (call("run", "--last-failed")[0], runs()) == (1, {"unsaid": ["six"]})
    assert call.done("run", "--last-failed", "--problem", "other") == "nothing failed last time\n"


def test_x_stops_at_the_first_failure(files: None, call: Call) -> None:
    out = call.ends(1, "run", "half.py", "-x", "--save", "main")
    assert runs() == {"half": ["six"]}
    for said in ("stopped at the first failure", "WA  pkg/sample/six", "not saved as main"):
        assert said in out
    assert read_json(".judge/last-run.json")["complete"] is False
    assert (call("run", "--last-failed")[0], runs()) == (1, {"half": ["six"]}), "what was not run has not failed"
    out = call.done("run", "right.py", "--exitfirst")
    assert (runs(), "stopped" in out) == ({"right": ["six", "four"]}, False)
    Path("broken.py").write_text("# judge: problem = pkg\ndef solve(:\n")
    out = call.ends(1, "run", "broken.py", "right.py", "-x")
    assert ("right" in runs(), "stopped at the first failure" in out) == (False, True)
    Path("broken.py").unlink()
    Path("half.py").write_text(f"# judge: problem = pkg\n# @EXPECTED_RESULTS@: WA\n{HALF}")
    assert (call("run", "half.py", "-x")[0], runs()) == (0, {"half": ["six", "four"]}), "a verdict that was declared"
    assert call("run", "--last-failed")[:2] == (0, "nothing failed last time\n")


def test_what_can_not_be_compiled_fails_on_all_cases_and_what_is_gone_on_none(files: None, call: Call) -> None:
    Path("half.py").write_text("# judge: problem = pkg\ndef solve(:\n")
    assert call("run", "half.py")[0] == 1
    Path("half.py").write_text(f"# judge: problem = pkg\n{HALF}")
    assert (call("run", "--last-failed")[0], runs()) == (1, {"half": ["six", "four"]})
    Path("half.py").unlink()
    assert call("run", "--last-failed")[:2] == (0, "nothing failed last time\n")


def test_x_stops_at_the_first_failure_of_the_package(files: None, more_hidden: tuple[str, ...], call: Call) -> None:
    Path("odd.py").write_text(Path("half.py").read_text().replace("n == 4", "n == 6"))  # wrong on a, b, c and four
    for _ in range(3):
        assert (call("run", "odd.py", "-x")[0], runs()) == (1, {"odd": ["six", "a"]})
        assert read_json(".judge/last-run.json")["seed"] == ""


def test_a_run_keeps_the_seed_of_its_sequence(files: None, more_hidden: tuple[str, ...], call: Call) -> None:
    seeds = set()
    for _ in range(2):
        call("run", "right.py", "--save", "one")
        assert runs() == {"right": ["six", *more_hidden, "four"]}, "in the sequence of the package"
        seeds.add(read_run(Path(".judge/runs/one.json")).record().measuring.seed)
    assert len(seeds) == 2
    assert "" not in seeds


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
    boards.end(Stopped(5, 9))
    assert [len(board) for board in boards.made] == [len(NAMES)] * 4
    assert [[row.rank for row in board] for board in boards.made] == [[1, 2, 3, 4, 5]] * 3 + [[1] * 5]
    assert out.getvalue().count("of spies only the cases count") == 1


def test_a_problem_that_had_not_begun_is_named() -> None:
    played, out = Played("stop"), io.StringIO()
    boards = Boards(cast(Contest, played), View(), PlainConsole(file=out, width=80, markup=False))
    next(filter(boards.event, played.events()))
    boards.end(Stopped(5, 9))
    assert len(boards.made) == 1
    assert "not judged at all: lizards, queens, spies" in out.getvalue()


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
        ("a", "a=JE", "", "a"),
        ("a b", "a=AC b=AC c=AC", "", ""),
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


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "judge.run/1"}', '{"schema": "judge.failed/1"}', "\xff"])
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
