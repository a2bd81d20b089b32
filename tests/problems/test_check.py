"""A case alone: which puzzle it is of, and what is read of the package around it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import Place
from judge.problems import OneCase
from tests.conftest import refused
from tests.make import files
from tests.problems.make import INPUT, SMALL, TOML, put


@pytest.mark.parametrize(
    ("text", "puzzle"),
    [
        (None, "lizards"),
        ('puzzle = "spies"', "spies"),
        ('puzzle = "nothing"', "lizards"),
        ("puzzle = [", "lizards"),
        ("", "lizards"),
        ('# \u265b\npuzzle = "queens"', "queens"),
    ],
)
def test_the_package_of_a_case_names_its_puzzle(tmp_path: Path, text: str | None, puzzle: str) -> None:
    case = put(tmp_path / "secret/one/input.txt", INPUT)
    if text is not None:
        put(tmp_path / "problem.toml", text)
    assert OneCase.alone(case).problem.puzzle == puzzle


def test_the_case_of_a_problem_without_a_board_is_none_alone(tmp_path: Path) -> None:
    case = put(tmp_path / "secret/one/input.txt", INPUT)
    put(tmp_path / "problem.toml", 'puzzle = "general"')
    assert refused(OneCase.alone, case).code == "E430"
    error = refused(OneCase.alone, put(case, "x\n"), "lizards")
    assert (error.code, error.place) == ("E402", Place(str(case), 1, 1))
    put(case, INPUT.replace("\n", "\r\n"))
    assert [notice.code for notice in OneCase.alone(case, "lizards").warnings] == ["W102"]


def test_a_case_is_read_as_its_package_has_it_or_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = files(tmp_path / "small", SMALL) / "secret/tree-10/input.txt"
    packed, strict = OneCase.of_file(case), OneCase.of_file(case, strict=True)
    assert (packed.packed, packed.problem.name, packed.problem.strict) == (True, "small", False)
    assert (strict.packed, strict.problem.strict) == (True, True)
    put(tmp_path / "small/problem.toml", f'answers = "shapes"\nfail_words = "none"\n{TOML}')
    monkeypatch.chdir(tmp_path)
    named = Path("small/secret/tree-10/input.txt")
    for how, shapes, words in ((False, True, ("none",)), (True, False, ())):
        said = OneCase.of_file(named, strict=how).problem
        assert (said.path, said.programs.shapes, said.programs.fail_words) == ("small", shapes, words)
    (tmp_path / "small/problem.toml").unlink()
    lone = OneCase.of_file(case)
    assert (lone.packed, lone.problem.puzzle) == (False, "lizards")
    said = lone.problem
    assert (said.algorithms, said.piece, said.keyless, said.asks) == (("ANY",), "lizard", False, "one")
    assert lone.case.answer is not None, "what lies beside it"
