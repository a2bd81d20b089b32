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
    shutil.copytree(ROOT / "tests/mutation", tmp_path / "tests/mutation", ignore=shutil.ignore_patterns("test_*"))
    for file, text in (
        ("judge/__init__.py", ""),
        ("judge/box/holds.py", "def holds(size):\n    return size <= 5\n"),
        ("tests/box/test_box.py", TEST),
        ("pyproject.toml", '[tool.mutmut]\nsource_paths = ["judge"]\n'),
        ("pytest.ini", "[pytest]\nmarkers = slow\naddopts = --import-mode=importlib\n"),
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    command = [sys.executable, "-m", "tests.mutation", "box", "--floor", "51"]
    own = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=own, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1, done.stderr
    assert "judge/box/holds.py:2: survived" in done.stdout
    assert "+ return size <= 6" in done.stdout
    assert "judge/box: 50.0 %" in done.stdout
