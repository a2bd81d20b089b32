"""A new family of rules is a class of constraints.py: [puzzle], the manual, the judge, the statement, the first
solution, every search and exports know it, and no other file is touched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import judge
from tests.make import files
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
COMMANDS = {  # each with its status
    "help package": 0,
    "new cup --puzzle shades.toml": 0,
    "generate cup": 0,
    "answers cup --share-core": 0,
    "validate cup --share-core": 0,
    "init cup mine.py": 0,
    "run mine.py --problem cup --share-core": 0,
    "check input.txt right.txt --puzzle cup": 0,
    "check input.txt wrong.txt --puzzle cup": 1,
    "export --problem cup --icpc out": 0,
    "new other --puzzle seven.toml": 2,
}
CALLS = """\
import json, sys
from tests.commands import Call
print(json.dumps([Call()(*command.split()) for command in sys.argv[1:]]))
"""
RIGHT, WRONG = "OK\n01\n10\n", "OK\n10\n01\n"


@pytest.mark.slow
def test_a_class_is_all_that_a_new_family_needs(tmp_path: Path) -> None:
    copied = tmp_path / "copy"
    copytree(Path(judge.__file__).parent, copied / "judge", ignore=ignore_patterns("__pycache__"), symlinks=True)
    for name in ("solutions", "testcases", "tests"):
        (copied / name).symlink_to(ROOT / name)
    with (copied / "judge/problems/constraints.py").open("a") as file:
        file.write(SHADES)
    texts = {"shades.toml": PUZZLE, "seven.toml": PUZZLE.replace("shade = 1", "shade = 7"), "told/": ""}
    files(tmp_path, texts | {"input.txt": "2 2\n..\n..\n", "right.txt": RIGHT, "wrong.txt": WRONG})

    path = os.environ | {"PYTHONPATH": str(copied)}
    line = [sys.executable, "-P", "-c", CALLS, *COMMANDS]
    done = subprocess.run(line, cwd=tmp_path, env=path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = dict(zip(COMMANDS, json.loads(done.stdout), strict=True))
    assert {command: status for command, (status, *_) in found.items()} == COMMANDS, found
    said = {command: " ".join(f"{out} {err}".split()) for command, (_, out, err) in found.items()}

    assert "all pieces stand on cells of this shade, 0 or 1" in said["help package"]
    [statement] = (tmp_path / "cup/problem_statement").iterdir()
    assert "- All rooks stand on shade 1.\n" in statement.read_text()
    assert "the rooks stand on both shades" in said["check input.txt wrong.txt --puzzle cup"]
    [validator] = (tmp_path / "out").rglob("output_validator/validator.py")
    line = [sys.executable, "-I", str(validator), "input.txt", "right.txt", "told/"]
    for text, status in ((RIGHT, 42), (WRONG, 43)):
        assert subprocess.run(line, cwd=tmp_path, input=text.encode(), check=False).returncode == status
    assert "the rooks stand on both shades" in (tmp_path / "told/teammessage.txt").read_text()
    assert "E422" in said["new other --puzzle seven.toml"]
    assert "seven.toml line 8" in said["new other --puzzle seven.toml"]
