"""A new package is whole: its files are read, its cases made, its sample answered, its solutions are what they say."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from judge.model import Verdict
from judge.problems import about_of, puzzle_names, read_package, validate_package, write_skeleton
from judge.problems.generators import GenerateWish, generate
from judge.submissions import declared_problem, expected_submissions
from tests.make import files
from tests.problems.make import without_tools
from tests.refused import refused


@pytest.mark.parametrize("puzzle", puzzle_names())
def test_a_new_package_is_whole_and_its_cases_are_made_without_a_solver(tmp_path: Path, puzzle: str) -> None:
    package = write_skeleton(tmp_path, "cup", puzzle)
    problem = read_package(package)
    assert validate_package(problem) == []
    assert [(case.group, case.answer is not None) for case in problem.cases] == [("sample", True)]
    assert (problem.name, problem.title) == ("cup", "cup")
    assert about_of(problem, "cup").statement.startswith("# cup\n")
    found = {one.path.name: set(one.expected) for one in expected_submissions(package)}
    assert found == {"starter.py": {Verdict.AC}, "gives_up.py": {Verdict.WA}}
    for path in package.glob("submissions/*/*.py"):
        assert declared_problem(path) == "cup"
        assert "THIS_FILE" not in path.read_text()
    with pytest.MonkeyPatch.context() as patch:
        without_tools(patch)
        made = list(generate(package, GenerateWish()))
    assert {one.state for one in made} == {"new"}
    assert len(made) >= 6
    assert {one.state for one in generate(package, GenerateWish(check=True))} == {"same"}
    problem = read_package(package)
    lacking = [] if problem.keyless else ["E418"]  # answers
    assert [getattr(remark.what, "code", "") for remark in validate_package(problem)] == lacking
    assert {case.group for case in problem.cases} == set(problem.groups)
    assert {case.board.algorithm for case in problem.cases} == set(problem.algorithms)


def test_nothing_that_is_there_is_touched(tmp_path: Path) -> None:
    files(tmp_path, {"folder/": "", "file": "mine"})
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("folder", "file", "link"):
        with refused("E412"):
            write_skeleton(tmp_path, name, "queens")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder", "link"]
    assert list((tmp_path / "folder").iterdir()) == []


def test_a_package_that_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Path, "write_bytes", full)
    with refused("E435", "No space left"):
        write_skeleton(tmp_path, "cup", "queens")
    assert list(tmp_path.iterdir()) == []


def test_a_puzzle_of_which_no_case_is_right_is_refused(tmp_path: Path) -> None:
    words = {"piece": "rook", "case": ["n"], "row": 2, "column": 1, "pieces": "n", "goal": "arrangement"}
    with refused("E410", "no small board is a case"):
        write_skeleton(tmp_path, "cup", json.dumps(words))
    assert not list(tmp_path.iterdir())
