"""What follows from a row: how `solve` is called, which keys its recipes have, and what is made of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judge.errors import ValueFault
from judge.model import Answer, Case
from judge.problems import judge_answer, puzzle_named, puzzle_names
from judge.problems.generators import GenerateWish, generate
from tests import oracle
from tests.conftest import there
from tests.problems import make
from tests.problems.generators.packages import PROBLEM
from tests.problems.make import tiny
from tests.problems.row.rows import RAW, own, toml_value

_STONES = ["n stones", {"piece": "row column", "lines": "stones"}]
_ROWS: dict[str, dict[str, Any]] = RAW | {
    "all-given": make.ROW | {"case": _STONES, "cells": {}, "pieces": "stones", "apart": "rook"},
    "oblong-weights": make.ROW
    | {"case": ["n m k", "weights"], "cells": {}, "pieces": "k", "apart": "rook"}
    | {"goal": "heaviest", "range": {"m": [2, 4], "k": [1, "m"]}, "names": {"weights": "ore"}},
    "wide": make.ROW | {"case": ["n m k"], "cells": {}, "pieces": "k", "apart": "rook", "range": {"m": [5, 9]}},
    "two-a-region": make.ROW | {"case": ["n k", "regions"], "cells": {}, "pieces": "k", "apart": "camel", "region": 2},
    "half-as-many": make.ROW | {"case": ["n", "regions"], "cells": {}, "pieces": "n", "apart": "camel", "region": 2},
    "narrow": make.ROW
    | {"case": ["n m k", "cells"], "cells": {"free": ".", "tree": "#"}, "pieces": "k", "apart": "rook"}
    | {"range": {"n": [2, 9], "m": 1, "k": [1, "m"]}},
    "in-vain": make.ROW | {"case": ["n k"], "cells": {}, "pieces": "2 k", "row": 1, "diagonal": 1},
    "few": make.ROW | {"case": ["n k"], "cells": {}, "pieces": "k", "apart": "rook", "range": {"k": [1, 2]}},
    "weights": make.ROW
    | {"case": ["algorithm", "n", "cells", "weights"], "cells": {"free": "0"}, "pieces": "n", "apart": "queen"},
    "bounds": make.ROW
    | {"case": ["n m k", "cells"], "pieces": "k", "row": {"least": 1, "most": "k"}}
    | {"column": {"least": 2}, "diagonal": {"most": "2 m"}, "window": {"size": [2, 3], "most": 2}},
}


def _named(row: str) -> str:
    return row if row in puzzle_names() else make.own(**_ROWS[row]) if row not in RAW else own(row)


# --- `solve` ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("row", "called", "result"),
    [
        ("lizards", "algorithm:str n:int lizards:int grid:int8", "int8"),
        ("completion", "n:int grid:int8", "int8"),
        ("scooters", "n:int officers:int points:int64", "int"),
        ("star-battle", "n:int stars:int regions:int64", "int8"),
        ("stars-in-woods", "n:int stars:int grid:int8 regions:int64", "int8"),
        ("count-queens", "n:int grid:int8", "int"),
        ("list-queens", "n:int grid:int8", "int8"),
        ("verify-queens", "n:int grid:int8", "bool"),
        ("most-kings", "n:int m:int grid:int8", "int8"),
        ("all-given", "n:int stones:int grid:int8", "int8"),
        ("oblong-weights", "n:int m:int k:int ore:int64", "int8"),
    ],
)
def test_solve_is_called_with_what_a_case_holds(row: str, called: str, result: str) -> None:
    puzzle = puzzle_named(_named(row))
    call = there(puzzle.call)
    assert " ".join(f"{one.name}:{one.base}" for one in call.parameters) == called
    assert (call.result, call.names) == (result, tuple(word.split(":")[0] for word in called.split()))
    for board in (*puzzle.boards, *tiny(_named(row), 5, 1)):
        for parameter, value in zip(call.parameters, call.values(board), strict=True):
            assert (str(value.dtype) if isinstance(value, np.ndarray) else type(value).__name__) == parameter.base


@pytest.mark.parametrize(
    ("row", "boards"),
    [
        ("lizards", ["ANY/4/4/0000/0000/0000/0000/", "ANY/4/4/0000/0200/0000/0000/"]),
        ("two-a-row", ["4/..../..../..../..../", "4/..../.x../..../..../"]),
        ("scooters", ["4/4/0/"]),
        ("star-battle", ["4 1/1 1 1 1/2 2 2 2/3 3 3 3/4 4 4 4/"]),  # regions that can be solved
        ("verify-queens", [".*../...*/*.../..*./"]),
        ("list-queens", ["4 0/", "4 1/1 2/"]),
        ("oblong-weights", ["4 4 4/0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0/"]),
        ("bounds", ["2 1 2/0/0/", "2 1 2/1/0/"]),
        ("amazons", ["1/"]),
        ("wide", ["1 5 1/"]),
        ("two-a-region", ["4 4/1 1 1 1/1 1 1 1/2 2 2 2/2 2 2 2/"]),
        ("half-as-many", ["4/1 1 1 1/1 1 1 1/2 2 2 2/2 2 2 2/"]),
        ("narrow", ["2 1 1/././"]),
        ("in-vain", ["2 1/"]),
    ],
)
def test_solve_is_compiled_on_these_boards(row: str, boards: list[str]) -> None:
    puzzle = puzzle_named(_named(row))
    assert [puzzle.cases.write(board).decode().replace("\n", "/") for board in puzzle.boards] == boards


@pytest.mark.parametrize(
    ("row", "lines", "words"),
    [  # which lines of a case hold what, and what a statement says as code
        ("camels", "1|2 to 1 + n", "camels|n|n|n|camels|OK|C|FAIL|n, camels, grid"),
        ("scooters", "1|2|3|4 to 3 + 12 scooters", "officers|n|n|n|officers|scooters|x,y|FAIL|n, officers, points"),
        (
            *("stars-in-woods", "1|2 to 1 + n|2 + n to 1 + n + n"),
            "n stars|n|n|stars|stars|stars|n|stars|OK|S|FAIL|n, stars, grid, regions",
        ),
        ("verify-queens", "1 to n", "n|n|n|valid|invalid|n, grid"),
        ("list-queens", "1|2 to 1 + given", "n|n|n|n|given|n, grid"),
        ("bounds", "1|2 to 1 + n", "k|n|m|1|k|2|2 m|2|n|m|k|OK|1|FAIL|n, m, k, grid"),
    ],
)
def test_a_statement_says_where_everything_stands(row: str, lines: str, words: str) -> None:
    text, (*others, given) = puzzle_named(_named(row)).statement, words.split("|")
    assert "|".join(re.findall(r"^\| (\d.*?) \|", text, re.MULTILINE)) == lines
    assert re.findall(r"`([^`]+)`", text) == [*others, f"solve({given})"]
    assert (f" {puzzle_named(_named(row)).words.attack}" in text) == ("apart" in _ROWS[row])


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
    assert puzzle_named(puzzle).answers.write(make.shown("LT.")) == written.encode()
    assert there(make.read_answer(written, puzzle, (1, 3), strict=True).board).tolist() == [[1, 2, 0]]


# --- recipes ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("row", "keys"),
    [  # of a number also the least, the most, and how a value is called in the name of a case
        ("lizards", "n:1:20000: density pattern pieces:1:999999999999999999:p trees"),
        ("queens", "n:1:20000: density pattern pieces:1:20000:p trees"),
        ("camels", "n:1:1000: density pattern camels:1:1000000:c trees"),
        ("most-kings", "n:1:1000: m:1:1000:x density pattern trees"),
        ("completion", "n:1:999: placed:0:999:p corner:1:999:c given"),
        ("scooters", "n:1:100: officers:1:100:o fleet:0:10000:s"),
        ("star-battle", "n:1:50: stars:1:3:s pattern moved:0:2500:m"),
        ("colourful-points", "n:2:50: pattern moved:0:2500:m"),
        ("stars-in-woods", "n:1:50: density pattern stars:1:1000000:s trees moved:0:2500:m"),
        ("richest", "n:1:1000: diggers:1:1000000:d weight:1:1000000:w"),
        ("no-three-in-line", "n:2:1000: pieces:1:2000:p"),
        ("oblong-weights", "n:1:1000: m:2:4:x k:1:4:k weight:1:1000000:w"),
        ("list-queens", "n:1:10: placed:0:10:p corner:1:10:c given"),
    ],
)
def test_each_key_has_its_bounds_and_its_word(row: str, keys: str) -> None:
    found = puzzle_named(_named(row)).recipes.keys
    assert [key.name for key in found] == [word.split(":")[0] for word in keys.split()]
    for key, told in zip(found, keys.split(), strict=True):
        _, *bounds = told.split(":")
        if bounds:
            least, most = map(int, bounds[:2])
            assert [key.read(least), key.read(most)] == [least, most]
            for outside in (least - 1, most + 1):
                with pytest.raises(ValueFault):
                    key.read(outside)
            assert there(key.word)(least, {"n": 1}) == f"{bounds[2]}{least}"


def _made(folder: Path, row: str, table: str) -> dict[str, str]:
    """Return the cases of a package with this recipe, by what their names say."""
    folder.mkdir(exist_ok=True)
    text = PROBLEM.format(puzzle=row)
    if row not in puzzle_names():
        lines = [f"{key} = {toml_value(value)}\n" for key, value in _ROWS[row].items()]
        text = "".join([text.replace(f'puzzle = "{row}"\n', ""), "[puzzle]\n", *lines])
    (folder / "problem.toml").write_text(text)
    (folder / "generators.toml").write_text(f"[secret.a]\n{table}\n")
    assert {one.state for one in generate(folder, GenerateWish())} == {"new"}
    cases = sorted((folder / "secret").iterdir())
    return {case.name.removeprefix("a").removeprefix("-"): (case / "input.txt").read_text() for case in cases}


@pytest.mark.parametrize(
    ("row", "table", "cases"),
    [
        ("lizards", "n = 2\npieces = [1, 'n']", {"p1": "BFS\n2\n1\n00\n00\n", "p2": "DFS\n2\n2\n00\n00\n"}),
        ("queens", "n = 2", {"": "BFS\n2\n2\n00\n00\n"}),
        ("camels", "n = 2\ncamels = [1, 2]\ntrees = [[1, 2]]", {"c1": "2 1\n.#\n..\n", "c2": "2 2\n.#\n..\n"}),
        ("camels", "n = 2", {"": "2 2\n..\n..\n"}),
        ("few", "n = [1, 3]", {"1": "1 1\n", "3": "3 2\n"}),
        ("most-kings", "n = 2\nm = [1, 3]", {"x1": "2 1\n.\n.\n", "x3": "2 3\n...\n...\n"}),
        ("most-kings", "n = 1\nm = 2\ndensity = 1.0", {"": "1 2\n##\n"}),
        ("two-a-row", "n = [1, 2]\ndensity = 1.0", {"1": "1\nx\n", "2": "2\nxx\nxx\n"}),  # no tree: closed
        ("completion", "n = 3\ngiven = [[1, 2], [3, 3]]", {"": "3 2\n1 2\n3 3\n"}),
        ("completion", "n = [1, 2]", {"1": "1 0\n", "2": "2 0\n"}),
        ("completion", "n = 1\nplaced = [0, 1]\ncorner = 1", {"p0": "1 0\n", "p1": "1 1\n1 1\n"}),
        ("verify-queens", "n = 2\ngiven = [[1, 1], [2, 2]]", {"": "*.\n.*\n"}),
        ("all-given", "n = 2\ngiven = [[1, 2]]", {"": "2 1\n1 2\n"}),
        ("scooters", "n = 1\nfleet = [0, 1]", {"s0": "1\n1\n0\n", "s1": "1\n1\n1\n" + "0,0\n" * 12}),
        ("scooters", "n = 3\nfleet = 0\nofficers = [1, 3]", {"o1": "3\n1\n0\n", "o3": "3\n3\n0\n"}),
        ("three-in-line", "n = 2", {"": "2 2\n"}),
        ("no-three-in-line", "n = 3", {"": "3 6\n"}),
        ("star-battle", "n = 1", {"": "1 1\n1\n"}),
        ("oblong-weights", "n = 2\nm = 3\nweight = 1\nseed = 7", {"": "2 3 3\n1 1 1\n1 1 1\n"}),
    ],
)
def test_what_a_recipe_says_is_made(tmp_path: Path, row: str, table: str, cases: dict[str, str]) -> None:
    assert _made(tmp_path, row, table) == cases


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


@pytest.mark.parametrize(
    ("row", "tables"),
    [
        ("queens", {"secret/board": {"n": [1, 2, 3, 5, 6, 7, 8, 9]}}),
        ("amazons", {"secret/board": {"n": [1, 2, 3, 5, 6, 7]}}),
        ("camels", {"secret/board": {"n": [4, 5, 6], "density": 0.15, "seed": 1, "count": 2}}),
        ("completion", {"secret/board": {"n": [4, 5, 6], "placed": 1, "seed": 1, "count": 2}}),
        ("scooters", {"secret/board": {"n": [4, 5, 6], "fleet": 5, "seed": 1, "count": 2}}),
        ("richest", {"secret/board": {"n": [4, 5, 6], "seed": 1, "count": 2}}),
        ("weights", {"secret/board": {"n": [4, 5, 6], "seed": 1, "count": 2}}),
        ("list-queens", {"secret/board": {"n": [4, 5, 6], "placed": 1, "seed": 1, "count": 2}}),
        (
            "lizards",
            {
                "secret/forest": {"n": [6, 8, 10], "density": [0.1, 0.25], "seed": 1, "count": 3, "pieces": "n"},
                "secret/shape": {"n": 8, "density": 0.3, "pieces": "80%"},
                "infeasible/crowd": {"n": [5, 6], "density": 0.15, "seed": 1, "count": 3, "pieces": "max+1"},
            },
        ),
    ],
)
def test_the_recipes_of_a_new_package(row: str, tables: dict[str, Any]) -> None:
    recipes = puzzle_named(_named(row)).recipes
    groups = tomllib.loads(recipes.samples(4)).items()
    said = {f"{group}/{name}": table for group, family in groups for name, table in family.items()}
    said.get("secret/shape", {}).pop("pattern", None)
    assert said == tables
    assert recipes.crowds == ("infeasible/crowd" in tables)


def test_a_small_board_asks_for_no_more_than_its_columns_or_one_star() -> None:
    stars, weights = (puzzle_named(_named(row)).small for row in ("star-battle", "oblong-weights"))
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
