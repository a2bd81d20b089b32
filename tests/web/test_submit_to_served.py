"""`judge submit --to` and `judge serve`, both for real: what is judged there is shown as where it is judged here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from judge.model.classroom import Student
from judge.store import Store
from tests.web.running import ROOT, started, until
from tests.web.sites import WRONG, quiz

pytestmark = pytest.mark.slow


def submitted(folder: Path, *words: str, token: str = "") -> tuple[int, list[str]]:
    """The exit status, and the lines of the result, without times and without who else used the core meanwhile."""
    done = subprocess.run(
        [sys.executable, "-m", "judge", "submit", "mine.py", "--problem", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "JUDGE_TOKEN": token, "COLUMNS": "200"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    shown = done.stdout[done.stdout.index("mine  sample") :]
    timeless = re.sub(r"[\d.]+ m?s\b", "TIME", shown)
    return done.returncode, [line for line in timeless.splitlines() if "disturb" not in line and "--again" not in line]


def test_it_shows_the_same_as_where_it_is_judged_here(tmp_path: Path) -> None:
    package, mine = str(quiz(tmp_path)), tmp_path / "mine"
    mine.mkdir()
    (mine / "mine.py").write_bytes(WRONG)
    with started(tmp_path / "site", "--share-core", "--problem", package) as site:
        until(site.well)
        with Store(site.store) as store:
            ada = store.accounts.enter(Student("ada"), "student", "")
            token, _ = store.credentials.make("token", ada, "student", 600, "ada")
        there = submitted(mine, "quiz", "--to", site.address, token=token)
    here = submitted(mine, package, "--share-core", "--as", "ada")
    named = [line.replace("--problem quiz", f"--problem {package}") for line in there[1]]
    assert (there[0], named) == here
    assert there[0] == 1
    assert "rank 1 of 1" in there[1]
