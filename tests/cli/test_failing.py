"""`judge run --last-failed` and `-x`: what is run again, and where a run stops."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.store import read_run
from tests.cli.handed_in import read_json
from tests.commands import Call
from tests.conftest import RIGHT, WRONG

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
