"""A new family of rules is a class of constraints.py: [puzzle], the manual, the judge, the statement, the first
solution, every search and exports know it, and no other file is touched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest

import judge
from tests.make import files
from tests.shipped import ROOT

SAID: dict[str, Any] = tomllib.loads(Path(__file__).with_name("family.toml").read_text())
COMMANDS, PUZZLE = SAID["commands"], SAID["puzzle"]
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
        file.write(SAID["family"])
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
