"""A package whose problem.toml holds a row goes through every command, without a line of Python of its host."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from judge.model import Problem
from judge.problems import puzzle_named, read_package, reference_in, write_skeleton
from judge.problems.prove import decide
from tests.manual import ROOT
from tests.problems.make import exported
from tests.problems.row.rows import NEW, own

_COMMANDS = (
    ("generate", "{package}"),
    ("answers", "{package}", "--share-core"),
    ("validate", "{package}", "--share-core"),
    ("show", "{package}"),
    ("limits", "{package}", "--share-core"),
    ("init", "{package}", "{mine}"),
    ("run", "{mine}", "--problem", "{package}", "--share-core"),
    ("hack", "{mine}", "--problem", "{package}", "--seconds", "2", "--share-core"),
    ("export", "--problem", "{package}", "--icpc", "{target}"),
)
TESTCASES = ROOT / "testcases"
IN_LETTERS = """\
[puzzle]
piece = "king"
case = ["n kings", "cells"]
cells = { free = ".", tree = "#" }
mark = "K"
pieces = "kings"
apart = "king"
goal = "arrangement"
"""


@pytest.mark.parametrize("name", NEW)
def test_a_new_package_is_read_again(tmp_path: Path, name: str) -> None:
    package, puzzle = write_skeleton(tmp_path, name, own(name)), puzzle_named(own(name))
    problem = read_package(package)
    assert json.loads(reference_in(package)) == NEW[name]
    assert problem.puzzle == reference_in(package)
    assert problem.piece == puzzle.words.one
    for case in problem.cases:
        assert case.answer is not None
        assert puzzle.goal.judge(puzzle, case, case.answer) is None


@pytest.mark.nightly(sample=2)
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", NEW)
def test_every_command_takes_it(tmp_path: Path, name: str) -> None:
    package = write_skeleton(tmp_path, "cup", own(name))
    words = {"package": str(package), "mine": str(tmp_path / "mine.py"), "target": str(tmp_path / "cupout")}
    for command in _COMMANDS:
        line = [sys.executable, "-m", "judge", *(word.format(**words) for word in command)]
        done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stdout[-2000:], done.stderr[-2000:])
    for case in sorted((tmp_path / "cupout").rglob("*.in")):
        _check_exported(read_package(package), case, case.with_suffix(".ans"), tmp_path)


def _check_exported(problem: Problem, case: Path, answer: Path, folder: Path) -> None:
    files, _ = exported(problem)
    (folder / "input.py").write_bytes(files["input_validators/validator.py"])
    (folder / "output.py").write_bytes(files["output_validator/validator.py"])
    (folder / "feedback").mkdir(exist_ok=True)
    for line, given in (
        (["input.py"], case),
        (["output.py", str(case), str(answer), str(folder / "feedback")], answer),
    ):
        with given.open("rb") as data:
            done = subprocess.run([sys.executable, *line], cwd=folder, stdin=data, capture_output=True, check=False)
        assert done.returncode == 42, (case, line, done.stderr)


def test_an_answer_is_written_in_the_signs_of_its_row(tmp_path: Path) -> None:
    (tmp_path / "kings.toml").write_text(IN_LETTERS)
    package = write_skeleton(tmp_path, "kings", reference_in(tmp_path / "kings.toml"))
    problem = read_package(package)
    case = next(case for case in problem.cases if case.answer is not None and case.answer.board is not None)
    folder, right = package / case.group / case.name, case.answer
    assert right is not None
    text = (folder / "answer.txt").read_bytes()
    asked = msgspec.structs.replace(case, answer=None)
    decide(problem.puzzle, asked, 60.0, lambda: [(right, "me")]).written(problem, asked)
    assert (folder / "answer.txt").read_bytes() == text
    again = next(one for one in read_package(package).cases if (one.group, one.name) == (case.group, case.name))
    assert again.answer is not None
    assert again.answer.board is not None
    assert again.answer.board.tolist() == right.board.tolist()  # type: ignore[union-attr]  # it is there
    files, _ = exported(problem)
    assert text in [data for name, data in files.items() if name.endswith(".ans")]
