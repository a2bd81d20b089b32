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


FILES = {"right.py": RIGHT, "half.py": HALF, "broken.py": "def solve(:\n", "odd.py": HALF.replace("n == 4", "n == 6")}
NONE = (0, "nothing failed last time\n")
BOTH = ["six", "four"]


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    """A submission that is right, and others: wrong on the larger case alone, on the smaller ones, on none."""
    for name, text in FILES.items():
        put(name, text)


def put(name: str, text: str) -> None:
    Path(name).write_text(f"# judge: problem = pkg\n{text}")


def ran(call: Call, *words: str) -> tuple[int, dict[str, list[str]]]:
    """The status of a run, and the cases of each submission."""
    status, _, _ = call("run", *words)
    written = read_json(".judge/last-run.json")
    return status, {one["name"]: [run["case"] for run in one["runs"]] for one in written["submissions"]}


def test_only_what_failed_is_run_again_until_it_is_right(call: Call) -> None:
    assert ran(call, "half.py", "right.py") == (1, {"half": BOTH, "right": BOTH})
    assert ran(call, "--last-failed") == (1, {"half": ["six"]})
    assert ran(call, "right.py", "half.py", "--last-failed") == (1, {"half": ["six"]})
    put("half.py", RIGHT)
    assert ran(call, "--last-failed") == (0, {"half": ["six"]})
    assert call("run", "--last-failed")[:2] == NONE
    assert "nothing failed last time: all cases are run" in call.done("run", "half.py", "--last-failed")


def test_a_problem_that_only_the_command_line_named_is_remembered(call: Call) -> None:
    Path("unsaid.py").write_text(HALF)
    assert ran(call, "unsaid.py", "--problem", "pkg") == (1, {"unsaid": BOTH})
    assert ran(call, "--last-failed") == (1, {"unsaid": ["six"]})
    assert call("run", "--last-failed", "--problem", "other")[:2] == NONE


def test_x_stops_at_the_first_failure(call: Call) -> None:
    out = call.ends(1, "run", "half.py", "-x", "--save", "main")
    for said in ("stopped at the first failure", "WA  pkg/sample/six", "not saved as main"):
        assert said in out
    assert read_json(".judge/last-run.json")["complete"] is False
    assert ran(call, "--last-failed") == (1, {"half": ["six"]}), "what was not run has not failed"
    assert "right" not in ran(call, "broken.py", "right.py", "-x")[1]
    Path("broken.py").unlink()
    put("half.py", f"# @EXPECTED_RESULTS@: WA\n{HALF}")
    assert ran(call, "half.py", "-x") == (0, {"half": BOTH}), "a verdict that was declared"
    assert call("run", "--last-failed")[:2] == NONE


def test_what_can_not_be_compiled_fails_on_all_cases_and_what_is_gone_on_none(call: Call) -> None:
    assert ran(call, "broken.py")[0] == 1
    put("broken.py", HALF)
    assert ran(call, "--last-failed") == (1, {"broken": BOTH})
    Path("broken.py").unlink()
    assert call("run", "--last-failed")[:2] == NONE


def test_x_follows_the_sequence_of_the_package_and_a_run_keeps_the_seed_of_its_own(
    more_hidden: tuple[str, ...], call: Call
) -> None:
    for _ in range(2):
        assert ran(call, "odd.py", "-x") == (1, {"odd": ["six", "a"]}), "wrong on a, b, c and four"
        assert read_json(".judge/last-run.json")["seed"] == ""
    seeds = set()
    for _ in range(2):
        assert ran(call, "right.py", "--save", "one")[1] == {"right": ["six", *more_hidden, "four"]}
        seeds.add(read_run(Path(".judge/runs/one.json")).record().measuring.seed)
    assert len(seeds - {""}) == 2
