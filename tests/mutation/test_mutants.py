"""The tool that tries the tests: a floor under the score can fail, and survivors are shown."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEST = """
from functools import cache
from judge.box.holds import holds
kept = cache(holds)
def test_holds():
    assert kept(5)
"""


def test_a_room_below_the_floor_fails_and_its_survivors_are_shown(tmp_path: Path) -> None:
    """Of two mutants of a made-up room, one lives: no test asks for six. What was kept before is forgotten."""
    done = tried(tmp_path, TEST, "51")
    assert done.returncode == 1, done.stderr
    assert "judge/box/holds.py:2: survived" in done.stdout
    assert "+ return size <= 6" in done.stdout
    assert "judge/box: 50.0 %" in done.stdout


def tried(folder: Path, test: str, floor: str) -> subprocess.CompletedProcess[str]:
    """Run the tool on a made-up room with one test."""
    shutil.copytree(ROOT / "tests/mutation", folder / "tests/mutation", ignore=shutil.ignore_patterns("test_*"))
    for file, text in (
        ("judge/__init__.py", ""),
        ("judge/box/holds.py", "def holds(size):\n    return size <= 5\n"),
        ("tests/box/test_box.py", test),
        ("pyproject.toml", '[tool.mutmut]\nsource_paths = ["judge"]\n'),
        ("pytest.ini", "[pytest]\nmarkers = slow\naddopts = --import-mode=importlib\n"),
    ):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)
    command = [sys.executable, "-m", "tests.mutation", "box", "--floor", floor]
    own = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, timeout=120, check=False)


def test_a_test_that_fails_anyway_kills_nothing(tmp_path: Path) -> None:
    """What passes once and fails ever after is left out, and the mutant that it was held against lives."""
    test = """
from pathlib import Path
from judge.box.holds import holds

def test_holds(times=[]):
    holds(5)
    times.append(1)
    assert len(times) == 1
"""
    done = tried(tmp_path, test, "0")
    assert done.returncode == 0, done.stderr
    assert "test_holds fails without any mutant" in done.stderr
    assert "judge/box: 0.0 % of 2 mutants killed" in done.stdout
