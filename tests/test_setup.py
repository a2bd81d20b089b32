"""README.md's two commands, which set everything up; .ci/run runs the second one for true."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.commands import ran
from tests.manual import ROOT, SETUP, commands_of, shown
from tests.shell import assert_shows, checkout, figures_apart, run, settled

SETS_UP = "python3 -m venv .venv && .venv/bin/pip install "


def test_two_commands_set_up_and_run() -> None:
    first, second = (command.line for command in commands_of(SETUP))
    judges = ".venv/bin/judge run lizards queens spies --group sample --group medium --time-limit 0.3 -j 2"
    assert " ".join(first.split()) == f"{SETS_UP}. && {judges}"
    assert second == f"{SETS_UP}-e '.[test]' && .venv/bin/pytest"


@pytest.mark.parametrize(("version", "refused"), [("3, 10", True), ("3, 11", False)])
def test_a_python_that_is_too_old_is_told_before_pip_searches(version: str, refused: bool) -> None:
    """The backend is asked first: with an extra, pip would look for minutes for what fits that Python."""
    backend = ROOT / "judge/packaging/backend.py"
    code = f"import runpy, sys; sys.version_info = ({version}, 0); runpy.run_path({str(backend)!r})"
    done = ran(sys.executable, "-c", code)
    assert ("judge needs Python 3.11 or newer" in done.stderr) is refused, done.stderr
    assert done.returncode or not refused


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_first_command_ends_with_the_leaderboards(tmp_path: Path) -> None:
    """The true thing: an empty environment, an installation, the solutions of three problems on two groups of cases."""
    done = run(commands_of(SETUP)[0].line, checkout(tmp_path))
    assert done.returncode == 0, done.stdout
    leaderboards = [block.text for block in shown() if block.command == "judge run"]
    assert len(leaderboards) == 1
    for leaderboard in leaderboards:
        assert_shows(done.stdout, "\n".join(filter(settled, figures_apart(leaderboard))))
    for package in (ROOT / "testcases" / name for name in ("lizards", "queens", "spies")):
        cases = sum(len(list(package.glob(f"{group}/*/input.txt"))) for group in ("sample", "medium"))
        assert f"{package.name}, {cases} case" in done.stdout
    assert "submissions: all as expected" in done.stdout
    manual = run(".venv/bin/judge help ranking", tmp_path)
    assert "the leaderboard is made" in manual.stdout, "what is installed has its manual"
