"""What a case and its answer are read by and drawn as."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from judge.model import Answer
from judge.problems.check import drawing, puzzle_of, word
from tests.problems import told
from tests.problems.test_package import INPUT, put


def test_columns_are_drawn_where_they_are_on_the_board() -> None:
    rows = ((0, 1), (1, 0), (0, 2), (-1, 0), (2, -1), (0, 3))
    drawn = [told.grid(drawing(Answer(columns=np.array([row])), 2)) for row in rows]
    assert drawn == ["int8 2 x 2 [10 / 01]", "int8 2 x 2 [01 / 10]", "None", "None", "None", "None"]
    assert drawing(Answer(columns=np.array([[0, 1], [1, 0]])), 2) is None
    assert drawing(Answer(columns=np.array([0, 1])), 2) is None


def test_the_package_of_a_case_names_its_puzzle(tmp_path: Path) -> None:
    case = tmp_path / "secret/one/input.txt"
    put(case, INPUT)
    assert puzzle_of(case) == "lizards"
    for text, puzzle in (
        ('puzzle = "spies"', "spies"),
        ('puzzle = "nothing"', "lizards"),
        ("puzzle = [", "lizards"),
        ("", "lizards"),
        ('# \u265b\npuzzle = "queens"', "queens"),
    ):
        (tmp_path / "problem.toml").write_text(text, encoding="utf-8")
        assert puzzle_of(case) == puzzle
    assert [word(name) for name in ("lizards", "queens", "spies", "all-queens")] == ["lizard", "queen", "spy", "queen"]
