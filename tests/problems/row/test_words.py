"""The words of [puzzle]: a wrong one is refused with its line and what to write, and so is one that can't be handed on:
to a construction, to a program on stdin, to a function, or to recipes. The rows of `words.txt` are such, or
puzzles."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from judge.errors import Place
from judge.problems import puzzle_named, reference_in
from tests.conftest import refused, there
from tests.problems import make
from tests.problems.row.rows import RAW, own, toml_value
from tests.problems.told import rows_of

_HERE = Path(__file__).parent
_CHANGED: dict[str, dict[str, Any]] = tomllib.loads((_HERE / "words.toml").read_text())
_CHANGED |= {"camels": RAW["camels"], "stars": RAW["star-battle"], "colours": RAW["colourful-points"]}


def _puzzle(folder: Path, words: dict[str, Any]) -> Path:
    """Write a file with these words, a line each."""
    file = folder / "cup.toml"
    lines = [f"{key} = {toml_value(value)}\n" for key, value in words.items() if value is not None]
    file.write_text("".join(["[puzzle]\n", *lines]))
    return file


@pytest.mark.parametrize(("key", "row", "changes"), rows_of(_HERE / "words.txt"))
def test_a_row_is_a_puzzle_or_refused_with_the_line_of_a_word(tmp_path: Path, key: str, row: str, changes: str) -> None:
    words = _CHANGED[row] | json.loads(changes)
    file = _puzzle(tmp_path, words)
    if key == "none":
        assert reference_in(file).startswith("{")
        return
    fault = refused(reference_in, file)
    assert fault.code == "E422"
    assert fault.message.startswith("[puzzle] has" if key == "puzzle" else f"the key '{key}")
    place = there(fault.place)
    if words.get(key) is not None:
        assert place.line, fault.message
        assert file.read_text().splitlines()[place.line - 1].startswith((key, "[puzzle]")), fault.message
    assert place.column, fault.message


@pytest.mark.parametrize(("at", "table"), rows_of(_HERE / "pointed_at.txt"))
def test_the_wrong_word_is_pointed_at(tmp_path: Path, at: str, table: str) -> None:
    fault = refused(reference_in, make.put(tmp_path / "cup.toml", table))
    assert fault.place == Place(str(tmp_path / "cup.toml"), *map(int, at.split(":"))), fault.message


@pytest.mark.parametrize(
    ("changes", "said", "cure"),
    [
        ({"apart": "camle"}, "did you mean camel?", "camel"),
        ({"goal": "mots"}, "did you mean most?", "correct"),
        ({"row": {"lest": 1}}, "'lest' of [puzzle.row] is unknown", "write least"),
        ({"window": {"most": 1}}, "'size' of [puzzle.window] is missing", "add size"),
        ({"exists": {"nevr": "2"}}, "'nevr' of [puzzle.exists] is unknown", "write never"),
        ({"names": {"board": "grid"}}, "'board' of [puzzle.names] is unknown", "delete"),
        ({"piece": None}, "'piece' of [puzzle] is missing", "add piece"),
    ],
)
def test_a_near_word_is_named(tmp_path: Path, changes: dict[str, Any], said: str, cure: str) -> None:
    fault = refused(reference_in, _puzzle(tmp_path, _CHANGED["camels"] | changes))
    assert said in fault.message
    assert cure in fault.help


@pytest.mark.parametrize(("name", "said"), [("lizard", "did you mean lizards?"), ("general", "no puzzle with a board")])
def test_a_package_that_names_no_board_is_none_to_begin_with(tmp_path: Path, name: str, said: str) -> None:
    fault = refused(reference_in, make.put(tmp_path / "cup.toml", f'title = "Cup"\npuzzle = "{name}"\n'))
    assert said in fault.message
    assert there(fault.place).line == 2


@pytest.mark.parametrize(
    ("text", "holds", "lacks"),
    [("2, 3", (2, 3), (1, 4)), ("5..7", (5, 7), (4, 8)), ("8..", (8, 999), (7,)), ("1 mod 6", (1, 7), (6, 8))],
)
def test_a_list_of_numbers_holds_what_it_says(text: str, holds: tuple[int, ...], lacks: tuple[int, ...]) -> None:
    words: dict[str, Any] = {"case": ["n"], "cells": {}, "pieces": "n", "apart": "queen", "exists": {"always": text}}
    puzzle = puzzle_named(make.own(**words))
    assert all(puzzle.row.theorem(n) for n in holds)
    assert not any(puzzle.row.theorem(n) for n in lacks)


def test_a_theorem_speaks_of_the_empty_board() -> None:
    amazons, torus = puzzle_named(own("amazons")), puzzle_named(own("torus-queens"))
    assert [amazons.row.theorem(n) for n in (2, 9, 10)] == [False, False, None]
    assert [torus.row.theorem(n) for n in (5, 6)] == [True, False]
