"""A new family of rules is a class of constraints.py: [puzzle], the manual, the judge, the statement, the first
solution, every search and exports know it, and no other file is touched."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import judge
from tests.shipped import ROOT

SHADES = '''

class Shades:
    """All pieces stand on cells of one shade of a chessboard: 0 are those where row and column are even together."""

    WORD, VALUE, HELP = "shade", int, "all pieces stand on cells of this shade, 0 or 1"

    def __init__(self, shade: int) -> None:
        if shade not in (0, 1):
            raise ValueError(f"is {shade}")
        self.shade = shade

    def sentence(self, many: str, _conflict: str, _trees: str) -> str:
        return f"All {many} stand on shade {self.shade}."

    def broken(self, many: str, _conflict: str, _board: Board) -> str:
        return f"the {many} stand on both shades"

    def wrong(self, cell: Cell) -> bool:
        return sum(cell) % 2 != self.shade

    def quotas(self, board: Board) -> Iterator[Quota]:
        return (Quota((cell,), 0, 0) for cell in board.cells() if self.wrong(cell))

    def conflict(self, board: Board) -> tuple[str, list[Cell]] | None:
        return next((("", [cell]) for cell in board.pieces if self.wrong(cell)), None)


FAMILIES["shade"] = Shades
'''
PUZZLE = """\
[puzzle]
piece = "rook"
case = ["n rooks", "cells"]
cells = { free = ".", tree = "#" }
range = { n = [1, 4] }
pieces = "rooks"
apart = "rook"
shade = 1
goal = "arrangement"
"""
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command of a judge whose constraints.py has one class more."""
    copied = tmp_path / "copy"
    copytree(Path(judge.__file__).parent, copied / "judge", ignore=ignore_patterns("__pycache__"), symlinks=True)
    for name in ("solutions", "testcases"):
        (copied / name).symlink_to(ROOT / name)
    with (copied / "judge/problems/constraints.py").open("a") as file:
        file.write(SHADES)
    (tmp_path / "shades.toml").write_text(PUZZLE)

    def run(*words: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        line, path = [sys.executable, "-m", "judge", *words], os.environ | {"PYTHONPATH": str(copied)}
        done = subprocess.run(line, cwd=tmp_path, env=path, capture_output=True, text=True, check=False)
        assert done.returncode == status, (words, done.stdout[-2000:], done.stderr[-2000:])
        return done

    return run


@pytest.mark.slow
def test_a_class_is_all_that_a_new_family_needs(tmp_path: Path, run: Run) -> None:
    assert "all pieces stand on cells of this shade, 0 or 1" in " ".join(run("help", "package").stdout.split())
    run("new", "cup", "--puzzle", "shades.toml")
    [statement] = (tmp_path / "cup/problem_statement").iterdir()
    assert "- All rooks stand on shade 1.\n" in statement.read_text()
    for command in (("generate", "cup"), ("answers", "cup", "--share-core"), ("validate", "cup", "--share-core")):
        run(*command)
    run("init", "cup", "mine.py")
    run("run", "mine.py", "--problem", "cup", "--share-core")
    board, key = tmp_path / "input.txt", tmp_path / "answer.txt"
    board.write_text("2 2\n..\n..\n")
    for text, status in (("OK\n01\n10\n", 0), ("OK\n10\n01\n", 1)):
        key.write_text(text)
        told = run("check", str(board), str(key), "--puzzle", "cup", status=status)
    assert "the rooks stand on both shades" in told.stdout + told.stderr
    run("export", "--problem", "cup", "--icpc", "out")
    [validator] = (tmp_path / "out").rglob("output_validator/validator.py")
    (tmp_path / "told").mkdir()
    key.write_text("OK\n01\n10\n")
    line = [sys.executable, "-I", str(validator), *map(str, (board, key)), f"{tmp_path}/told/"]
    for text, status in (("OK\n01\n10\n", 42), ("OK\n10\n01\n", 43)):
        assert subprocess.run(line, input=text.encode(), check=False).returncode == status
    assert "the rooks stand on both shades" in (tmp_path / "told/teammessage.txt").read_text()
    (tmp_path / "shades.toml").write_text(PUZZLE.replace("shade = 1", "shade = 7"))
    wrong = run("new", "other", "--puzzle", "shades.toml", status=2).stderr
    assert "E422" in wrong
    assert "shades.toml line 8" in wrong
