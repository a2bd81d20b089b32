"""What follows from a row: how `solve` is called, which keys its recipes have, and what is made of them."""

from __future__ import annotations

import json
import re
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judge.errors import ValueFault
from judge.model import Answer, Case
from judge.problems import judge_answer, puzzle_named, puzzle_names
from judge.problems.generators import GenerateWish, generate
from judge.problems.skeleton import generators_toml, problem_toml
from tests import oracle
from tests.conftest import there
from tests.make import answer
from tests.problems import make
from tests.problems.make import RECIPES, tiny
from tests.problems.row.rows import RAW, toml_value
from tests.problems.told import hold_rows, unescaped

_HERE = Path(__file__).parent
_ROWS: dict[str, dict[str, Any]] = RAW | tomllib.loads((_HERE / "made.toml").read_text())


def _puzzle_of(row: str):  # type: ignore[no-untyped-def]  # inside
    return puzzle_named(row if row in puzzle_names() else json.dumps(_ROWS[row]))


# --- what follows from a row, as kept in made.txt ---------------------------------------------------------------------
def _call(row: str) -> str:
    """Say how `solve` is called; each value that it is given is of the type that is told."""
    puzzle = _puzzle_of(row)
    call = there(puzzle.call)
    for board in (*puzzle.boards, *tiny(puzzle.name, 5, 1)):
        for parameter, value in zip(call.parameters, call.values(board), strict=True):
            assert (str(value.dtype) if isinstance(value, np.ndarray) else type(value).__name__) == parameter.base
    assert call.names == tuple(one.name for one in call.parameters)
    return f"{' '.join(f'{one.name}:{one.base}' for one in call.parameters)} -> {call.result}"


def _boards(row: str) -> str:
    """Say on which boards `solve` is compiled."""
    puzzle = _puzzle_of(row)
    return "; ".join(puzzle.cases.write(board).decode().replace("\n", "/") for board in puzzle.boards)


def _statement(row: str) -> str:
    """Say which lines of a case the statement tells of, and what it says as code."""
    puzzle = _puzzle_of(row)
    assert (f" {puzzle.row.conflict}" in puzzle.statement) == ("apart" in _ROWS[row])
    lines, words = re.findall(r"(?m)^\| (\d.*?) \|", puzzle.statement), re.findall(r"`([^`]+)`", puzzle.statement)
    return f"{'|'.join(lines)}; {'|'.join(words)}"


def _keys(row: str) -> str:
    """Say which keys recipes have: of a number also its bounds, and how it is called in the name of a case."""
    return " ".join(key.name + _bounds(key) for key in _puzzle_of(row).recipes.keys)


def _bounds(key: Any) -> str:
    def help_for(value: int) -> str:
        with pytest.raises(ValueFault) as caught:
            key.read(value)
        return caught.value.help

    found = re.search(r"whole number from (\d+) to ([\d,]+)", help_for(-1))
    if not found:
        return ""
    least, most = (int(number.replace(",", "")) for number in found.groups())
    assert [key.read(least), key.read(most)] == [least, most]
    assert help_for(least - 1) == help_for(most + 1)
    return f":{least}:{most}:{there(key.word)(least, {'n': 1}).removesuffix(str(least))}"


def _new(row: str) -> str:
    """Say which recipes a new package has."""
    puzzle = _puzzle_of(row)
    problem, made = (tomllib.loads(text) for text in (problem_toml("cup", puzzle), generators_toml("cup", puzzle, 4)))
    assert made.pop("by_hand") == ["sample/*"]
    assert made.keys() == problem["groups"].keys() - {"sample"}
    said = {f"{group}/{name}": table for group, family in made.items() for name, table in family.items()}
    return json.dumps(said)


def _made(folder: Path, row: str, table: str) -> dict[str, str]:
    """Return the cases of a package with this recipe, by what their names say."""
    folder.mkdir(exist_ok=True)
    text = RECIPES.format(puzzle=row)
    if row not in puzzle_names():
        lines = [f"{key} = {toml_value(value)}\n" for key, value in _ROWS[row].items()]
        text = "".join([text.replace(f'puzzle = "{row}"\n', ""), "[puzzle]\n", *lines])
    (folder / "problem.toml").write_text(text)
    (folder / "generators.toml").write_text(f"[secret.a]\n{table}\n")
    assert {one.state for one in generate(folder, GenerateWish())} == {"new"}
    cases = sorted((folder / "secret").iterdir())
    return {case.name.removeprefix("a").removeprefix("-"): (case / "input.txt").read_text() for case in cases}


def test_what_follows_from_each_row_is_as_kept(tmp_path: Path) -> None:
    looks = {"call": _call, "boards": _boards, "statement": _statement, "keys": _keys, "new": _new}

    def said(words: str) -> str:
        kind, row, *table = words.split(" ", 2)
        if kind != "made":
            return looks[kind](row)
        cases = _made(tmp_path / sha256(words.encode()).hexdigest(), row, unescaped(*table))
        return "; ".join(f"{name}: {text}" for name, text in cases.items()).replace("\n", "/")

    hold_rows(_HERE / "made.txt", said)


# --- answers ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("told", [True, False, 1, 0])
def test_a_decision_may_be_an_array_of_one_number(told: Any) -> None:
    judged = '{"piece": "knight", "case": ["n m"], "goal": "validator", "answer": ["valid", "invalid"]}'
    for answers in (puzzle_named("verify-queens").answers, puzzle_named(judged).answers):
        taken = answers.take(np.asarray(told))
        assert (taken.count, taken.board) == (int(told), None)
        assert answers.write(taken) == (b"valid\n" if told else b"invalid\n")


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ({"cells": {"free": ".", "tree": "#", "piece": "*"}, "mark": "Q"}, "OK\nQ#.\n"),
        ({"cells": {"free": ".", "tree": "#", "piece": "Q"}, "mark": "Q"}, "OK\nQ#.\n"),
        ({"cells": {"free": "0", "tree": "2", "piece": "*"}}, "OK\n120\n"),
    ],
)
def test_an_answer_is_written_with_the_mark_and_read_again(words: dict[str, Any], written: str) -> None:
    puzzle = make.own(apart="rook", **words)
    assert puzzle_named(puzzle).answers.write(answer("LT.")) == written.encode()
    assert there(make.read_answer(written, puzzle, (1, 3), strict=True).board).tolist() == [[1, 2, 0]]


# --- boards that are drawn --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "words", [{"apart": "queen"}, {"apart": ["bishop", "knight"]}, {"in_line": 2}, {"row": {"most": 1}}]
)
def test_given_pieces_are_drawn_where_they_keep_the_rules(words: dict[str, Any]) -> None:
    recipes = puzzle_named(make.own(**words)).recipes
    said = {"n": 6, "m": 5, "pieces": 5, "pattern": "random", "density": 0.2, "trees": (), "given": (), "corner": 2}
    drawn = []
    for seed in (1, 2, 1):
        board = recipes.board({**said, "placed": 4}, seed, "ANY")
        rows = tuple(map(tuple, board.grid.tolist()))
        assert board.pieces == 5
        assert len(oracle.pieces_of(rows)) == 4
        assert oracle.conflict(words, oracle.Board(rows, 5), rows) is None
        assert all(row not in (2, 3) and column != 2 for row, column in oracle.pieces_of(rows))
        drawn.append(rows)
    assert drawn[0] == drawn[2] != drawn[1]


def test_weights_are_drawn_up_to_what_is_said(tmp_path: Path) -> None:
    text = _made(tmp_path, "richest", "n = 20\nweight = 3\ndiggers = 1")[""]
    assert {*text.split("\n", 1)[1].split()} == {"0", "1", "2", "3"}


def test_a_fleet_is_seen_so_often_on_cells_side_by_side(tmp_path: Path) -> None:
    _, _, fleet, *cells = _made(tmp_path, "scooters", "n = 9\nfleet = 1\nseed = 3")[""].split()
    seen = {tuple(map(int, cell.split(","))) for cell in cells}
    assert (fleet, len(cells)) == ("1", 12)
    assert len(seen) > 2
    assert all(min(max(abs(x - a), abs(y - b)) for a, b in seen - {(x, y)}) == 1 for x, y in seen)


def test_a_small_board_asks_for_no_more_than_its_columns_or_one_star() -> None:
    stars, weights = (_puzzle_of(row).small for row in ("star-battle", "oblong-weights"))
    drawn = [(2 + seed % 4, np.random.default_rng(seed)) for seed in range(30)]
    assert {stars.values(rng, n)["stars"] for n, rng in drawn} == {1}
    found = [weights.values(rng, n) for n, rng in drawn]
    assert {values["k"] - values["m"] for values in found} >= {0, -1}
    assert all(1 <= values["k"] <= values["m"] <= 4 for values in found)


# --- what a row knows -------------------------------------------------------------------------------------------------
def test_who_fails_is_told_once_an_arrangement_is_known() -> None:
    case, fails = Case("one", "sample", make.blank(4), None), Answer(fail=True)
    told = there(judge_answer(case, "lizards", fails, refuted=True))
    assert (told.code, told.note) == ("E113", "")
    assert judge_answer(case, "lizards", Answer(count=1), refuted=True) is None
    assert judge_answer(case, "all-queens", fails, refuted=True) is None
