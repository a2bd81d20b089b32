"""Every puzzle goes through every command: each shipped package, and each whose problem.toml holds a row, without a
line of Python of its host."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from shutil import copy2, rmtree
from typing import Any

import pytest

from judge.problems import puzzle_named, read_package, reference_in, write_skeleton
from judge.problems.generators import GenerateWish, generate
from tests.commands import Call
from tests.conftest import there
from tests.problems.make import SHIPPED, TESTCASES, reduced
from tests.problems.make import own as make_own
from tests.problems.row.rows import NEW, own

_COMMANDS = Path(__file__).with_name("commands.txt").read_text().splitlines()
MOST_ROWS = 8  # of the cases, and columns: more take starters and proofs too long


@pytest.mark.parametrize("name", NEW)
def test_a_new_package_is_read_again(tmp_path: Path, name: str) -> None:
    package, puzzle = write_skeleton(tmp_path, name, own(name)), puzzle_named(own(name))
    problem = read_package(package)
    assert json.loads(reference_in(package)) == NEW[name]
    assert problem.puzzle == reference_in(package)
    assert problem.piece == puzzle.row.one
    for case in problem.cases:
        assert puzzle.goal.judge(puzzle, case, there(case.answer)) is None


@pytest.mark.parametrize(
    "words",
    [
        {"case": ["n k", "cells"], "cells": {"free": ".", "tree": "#"}, "pieces": "k", "range": {"n": [2, 5]}},
        {"case": ["n m k"], "cells": {}, "pieces": "k", "apart": "king", "column": 2},
    ],
)
def test_the_recipes_of_a_new_package_make_cases_of_it(tmp_path: Path, words: dict[str, Any]) -> None:
    """On boards that the row allows, and with the pieces that its shares make."""
    package = write_skeleton(tmp_path, "cup", make_own(**{"apart": "queen", **words}))
    assert {one.state for one in generate(package, GenerateWish())} == {"new"}


@pytest.mark.nightly(sample=3)
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", [*SHIPPED, *NEW])
def test_every_command_takes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    if name in SHIPPED:
        package, only = _unanswered(name, tmp_path)
    else:
        package, only = write_skeleton(tmp_path, "cup", own(name)), ()
    words = {"package": str(package), "mine": str(tmp_path / "mine.py"), "target": str(tmp_path / "cupout")}
    call.done("generate", str(package), *only)
    for command in _COMMANDS:
        call.done(*(word.format(**words) for word in command.split()))


def _unanswered(name: str, folder: Path) -> tuple[Path, tuple[str, ...]]:
    """A shipped package of few cases, none of them answered, and what `generate` is to make: one that is not there."""
    package = reduced(name, folder, MOST_ROWS)
    for file in ("generators.toml", "generators.lock.toml"):
        copy2(TESTCASES / name / file, package)
    made = tomllib.loads((package / "generators.lock.toml").read_text())["cases"]
    case = next(case for case in made if (package / case).is_dir())
    rmtree(package / case)
    for file in ("answer.txt", "certificate.json"):
        for path in package.glob(f"*/*/{file}"):
            path.unlink()
    return package, ("--only", case)
