"""The manual's commands in a shell, in a copy of the checkout; and what they print, beside what is shown."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.commands import ran
from tests.manual import ROOT

CHECKED_OUT = ("README.md", "pyproject.toml", "judge", "solutions", "testcases", "tests")


def figures_apart(text: str) -> list[str]:
    """The lines without times, sizes and ratios, and without the blanks that align them."""
    text = re.sub(r"\d[\d.,]* (ms|s|min|MiB)\b(?! CPU)|\d[\d.,]*x", "#", text)
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def steady(line: str) -> str:
    """A row of a leaderboard from its name to its figures. Who ties with the row above, which case is the slowest and
    how many columns behind it have room differ from machine to machine; the order of the rows does not."""
    line = re.sub(r"^=?\d+ (?=\w+ [A-Z]{2,3} )", "", line)
    return re.sub(r"(?<=\d/\d)(\d* #).*|(?<=slowest case) .*", r"\1", line)


def settled(line: str) -> bool:
    """Whether a line of the leaderboards is the same on a slower machine: who runs out of time is not."""
    return not re.search(r"TLE|[.TW-]{4}|^[a-z_]+ sample|^(hard|medium|infeasible)", line)


def assert_shows(output: str, block: str) -> None:
    """Every line of the block, in this order, one right behind the other or with others between."""
    printed = iter([steady(line) for line in figures_apart(output)])
    for line in figures_apart(block):
        assert steady(line) in printed, f"{line!r} is not, or not in this order, in\n{output}"


def run(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The line in a shell whose `judge` and `python3` are those of this interpreter's environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    dropped = ("PYTHON", "PYTEST", "NUMBA", "VIRTUAL_ENV", "FORCE_COLOR", "TTY_")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(dropped)}
    pipes: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    env = {**kept, "PATH": path, "COLUMNS": "80"}
    return ran("bash", "-c", line, cwd=cwd, env=env, capture_output=False, **pipes)


def checkout(folder: Path) -> Path:
    """What a fresh clone holds, without what lies beside it here."""
    for name in CHECKED_OUT:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        else:
            shutil.copy2(source, target)
    return folder
