"""The validator of a package: its table and its folder; what is no program of the package is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judge.model import Answer, Problem
from judge.problems import package_files, puzzle_named, read_package
from tests.conftest import refused, there
from tests.make import files, replace
from tests.problems.row.rows import toml_value

TOML = 'title = "Sum"\npuzzle = "general"\n{}\n[groups.secret]\npoints = 10\n'
CASE = {"secret/1/input.txt": "7\r\n", "secret/1/answer.txt": "3 4"}


def package(root: Path, more: str = "", **texts: str) -> Problem:
    return read_package(files(root, {"problem.toml": TOML.format(more)} | CASE | texts))


def validator_of(problem: Problem) -> Problem.Validator:
    return there(problem.validator)


def test_a_case_is_its_bytes(tmp_path: Path) -> None:
    problem = package(tmp_path)
    [case] = problem.cases
    assert (case.text, case.answer and case.answer.text) == (b"7\r\n", b"3 4")
    assert (problem.programs.dialect, problem.algorithms, case.board.n) == ("as-is", ("ANY",), 0)
    assert not validator_of(problem).files


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("check.py",), ["check.py"]),
        (("sum/check.py", "sum/data/rules.py", "sum/__pycache__/x.pyc", "sum/.git/x"), ["check.py", "data/rules.py"]),
    ],
)
def test_which_files_a_validator_has(tmp_path: Path, names: tuple[str, ...], found: list[str]) -> None:
    problem = package(tmp_path, **{f"output_validators/{name}": name for name in names})
    held = dict(validator_of(problem).files)
    assert sorted(held) == found
    assert names[0].endswith(held["check.py"].decode())


def test_the_flags_nearest_to_a_case_count(tmp_path: Path) -> None:
    flags = "[validator]\nflags = ['case_sensitive']\n[validator.flags_of]\n'secret/1' = []\nother = ['x']\n"
    problem = package(tmp_path, f"{flags}[groups.other]\n", **{"output_validators/check.py": ""})
    [case] = problem.cases
    cases = (case, replace(case, name="2"), replace(case, group="other"))
    assert [validator_of(problem).flags_for(one) for one in cases] == [(), ("case_sensitive",), ("x",)]
    for name in ("secret", "secret/1", "other"):
        keys = f"validator.flags_of.'{name}' = []\n[groups.other]"
        assert validator_of(package(tmp_path / "keys", keys)).flags_of == ((name, ()),)


@pytest.mark.parametrize(
    ("more", "line", "said"),
    [
        ("[validator]\nflags = ['float_tolerance']", 4, "behind float_tolerance"),
        ("[validator.flags_of]\nsecret = ['nearly']", 4, "no flag 'nearly'"),
        ("[validator.flags_of]\nsekret = []", 4, "'sekret'.*did you mean secret"),
        ("validator.flags_of.'secret/' = []", 3, "'secret/'"),
        ("[validator]\nflags_of = {'secret/2' = []}", 4, "'secret/2'"),
    ],
)
def test_flags_of_nothing_and_such_that_the_comparison_has_not(tmp_path: Path, more: str, line: int, said: str) -> None:
    error = refused(package, tmp_path, more)
    assert re.search(f"E422.*{said}.* line {line}", str(error))


@pytest.mark.parametrize(
    ("link", "to"),
    [("output_validators", "/etc"), ("output_validators/a/passwd.py", "/etc/passwd"), ("output_validators/b", "a")],
)
def test_links_and_several_programs_are_refused(tmp_path: Path, link: str, to: str) -> None:
    inner = {"output_validators/a/check.py": ""} if "/" in link else {}
    files(tmp_path, {"problem.toml": TOML.format("")} | CASE | inner)
    (tmp_path / link).symlink_to(to)
    assert refused(read_package, tmp_path).code == "E425"
    assert refused(package, tmp_path / "file", **{"output_validators": "print()"}).code == "E425"
    (tmp_path / link).unlink()
    files(tmp_path, {"output_validators/a/check.py": "", "output_validators/b/check.py": ""})
    assert refused(read_package, tmp_path).code == "E425"


@pytest.mark.parametrize(
    ("count", "size", "fits"), [(64, 1, True), (65, 1, False), (1, 4 << 20, True), (3, 2 << 20, False)]
)
def test_a_validator_is_bounded(tmp_path: Path, count: int, size: int, fits: bool) -> None:
    texts = {f"output_validators/{number}.py": "x" * size for number in range(count)}
    if fits:
        assert len(validator_of(package(tmp_path, **texts)).files) == count
    else:
        assert "too much" in refused(package, tmp_path, **texts).message


def test_all_that_decides_a_verdict_is_in_the_digest_and_in_the_store(tmp_path: Path) -> None:
    given = {
        "as it is": {},
        "input": {"secret/1/input.txt": "8"},
        "answer": {"secret/1/answer.txt": "3 5"},
        "program": {"output_validators/check.py": "1"},
        "flags": {"problem.toml": TOML.format("[validator]\nflags = ['x']")},
    }
    made = [package(tmp_path / name, **({"output_validators/check.py": ""} | texts)) for name, texts in given.items()]
    assert len({replace(one, name="sum").digest for one in made}) == len(given)
    assert ("output_validators/check.py", b"1") in package_files(made[3])


ROW = {"piece": "knight", "case": ["n m", "cells"], "cells": {"free": ".", "closed": "x"}, "goal": "validator"}
BOARD = {"secret/1/input.txt": "2 3\r\n...\n.x.\n", "secret/1/answer.txt": "any"}
CHECK = {"output_validators/check.py": "raise SystemExit(42)\n"}


def of_row(root: Path, puzzle: str, more: str = "", **texts: str) -> Problem:
    toml = f'title = "Tour"\n{puzzle}{more}\n[groups.secret]\npoints = 10\n'
    return read_package(files(root, {"problem.toml": toml} | BOARD | texts))


def table(**words: Any) -> str:
    return "[puzzle]\n" + "".join(f"{key} = {toml_value(value)}\n" for key, value in (ROW | words).items())


@pytest.mark.parametrize("more", [CHECK, {}])
def test_a_row_says_how_a_case_is_written_where_a_validator_judges(tmp_path: Path, more: dict[str, str]) -> None:
    problem = of_row(tmp_path, table(), **more)
    [case] = problem.cases
    assert case.board.grid.tolist() == [[0, 0, 0], [0, 3, 0]]
    assert (case.text, case.answer and case.answer.text) == (b"2 3\r\n...\n.x.\n", b"any")
    assert sorted(dict(validator_of(problem).files)) == sorted(name.partition("/")[2] for name in more)
    call = there(puzzle_named(problem.puzzle).call)
    assert call.names == ("n", "m", "grid")
    assert not problem.programs.only


@pytest.mark.parametrize(
    ("puzzle", "more", "code"),
    [
        (table(goal="most", apart="knight"), "", "E425"),
        ('puzzle = "most-knights"\n', "", "E425"),
        (table(goal="most", apart="knight"), "[validator]\n", "E422"),
        ('puzzle = "most-knights"\n', "[validator]\n", "E422"),
        (table(apart="knight"), "", "E422"),  # a rule that nothing would judge by
    ],
)
def test_no_validator_is_passed_over(tmp_path: Path, puzzle: str, more: str, code: str) -> None:
    assert refused(of_row, tmp_path, puzzle, more, **CHECK).code == code


@pytest.mark.parametrize(
    ("answer", "value", "text"),
    [
        ("board", np.array([[1, 2, 3], [0, -1, 99]], np.int8), b"1 2 3\n0 -1 99\n"),
        ("number", 17, b"17\n"),
        (["yes", "no"], True, b"yes\n"),
        (["yes", "no"], False, b"no\n"),
        ("board", None, b"FAIL\n"),
    ],
)
def test_what_a_function_returns_is_written_for_the_validator(answer: Any, value: Any, text: bytes) -> None:
    answers = puzzle_named(json.dumps(ROW | {"answer": answer})).answers
    number = isinstance(value, bool | int)
    taken = Answer(fail=True) if value is None else Answer(count=int(value)) if number else answers.take(value)
    assert answers.is_text
    assert answers.write(taken) == text
