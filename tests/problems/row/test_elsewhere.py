"""Any row judges alike in three places: the judge, the exported validator, and an oracle of the statement's words."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import msgspec
import numpy as np
import pytest

from judge.model import Answer, Case, Instance
from judge.problems import judge_answer, puzzle_named
from judge.problems.icpc.validators.answer import RefusedError, read_said
from judge.problems.icpc.validators.case import Case as PlainCase
from judge.problems.icpc.validators.verdict import Terms, fault_of
from judge.problems.puzzles import read_answer
from judge.problems.row.export import form_of_row, terms_of_row
from judge.problems.row.file import reference_of
from judge.problems.row.read import check
from judge.problems.row.words import STATES, Row
from tests.problems.row.rows import Board, keeps_words

_PIECES = ["queen", "rook", "bishop", "king", "knight", {"leap": [1, 3]}, {"leap": [0, 2]}, {"ride": [1, 2]}]
_MORE: list[dict[str, Any]] = [
    *({"in_line": 2}, {"in_line": 3}, {"column": {"most": 1}}, {"diagonal": {"most": 1}}, {"row": {"most": 2}}),
    *({"window": {"size": [2, 2], "most": 1}}, {"window": {"size": [1, 3], "most": 2}}),
]
_SIGNS = {"free": ".", "tree": "#", "closed": "x", "piece": "*"}
_LISTED = 3  # rows and columns of boards of which all arrangements are tried


def _words(dice: random.Random) -> dict[str, Any]:
    """Return a made-up row: where each row holds one piece, an answer may be columns, or a list of all."""
    torus, goal = dice.random() < 0.3, dice.choice(["arrangement", "arrangement", "all", "verify", "most"])
    alone = goal == "all" or dice.random() < 0.5
    size = "n" if torus or dice.random() < 0.5 else "n m"
    states = ["free", *(state for state in ("tree", "closed", "piece") if dice.random() < 0.5)]
    said: dict[str, Any] = {
        "piece": "stone",
        "case": [size if alone or goal == "most" else f"{size} k", "cells"],
        "cells": {state: _SIGNS[state] for state in states},
        "mark": dice.choice(["1", "S"]),
        "apart": dice.sample(_PIECES, dice.randrange(1, 3)),
        "goal": goal,
    }
    said |= dice.choice(_MORE) if dice.random() < 0.4 and not torus else {}
    said |= {} if goal == "most" else {"pieces": "n" if alone else "k"}
    said |= {"row": 1} if alone and goal != "most" else {}
    said |= {"torus": True} if torus else {}
    if goal == "arrangement":
        said["answer"] = "board or columns" if alone else "board"
    return said | ({"answer": ["yes", "no"]} if goal == "verify" else {})


def _case(dice: random.Random, said: dict[str, Any]) -> Instance:
    largest = _LISTED if said["goal"] == "all" else 5
    n = dice.randrange(1, largest + 1)
    m = dice.randrange(1, largest + 1) if " m" in said["case"][0] else n
    free = 0.3 if said["goal"] == "verify" else 0.8
    others = [STATES[state] for state in said["cells"] if state != "free"]
    cells = [0 if not others or dice.random() < free else dice.choice(others) for _ in range(n * m)]
    pieces = dice.randrange(1, 4) if said["case"][0].endswith("k") else 1 if said["goal"] == "most" else n
    return Instance("ANY", n, pieces, np.array(cells, np.int8).reshape(n, m))


def _keeps(said: dict[str, Any], board: Instance, cells: Board) -> bool:
    """Say whether a full board is an arrangement: free cells, given pieces, how many, and the rules."""
    given, placed = board.grid, cells == 1
    if (placed & ((given == 2) | (given == 3))).any() or (~placed & (given == 1)).any():
        return False
    if said["goal"] != "most" and placed.sum() != board.pieces:
        return False
    return keeps_words(said, board, cells)


def _stands(said: dict[str, Any], board: Instance, columns: tuple[int, ...]) -> bool:
    """Say whether one piece a row, in these columns, is an arrangement: all given ones are among them."""
    if (board.grid[range(board.n), columns] > 1).any():
        return False
    cells = np.where(board.grid == 1, 0, board.grid).astype(np.int8)
    cells[range(board.n), columns] = 1
    return _keeps(said, board, cells)


def _answer(dice: random.Random, said: dict[str, Any], board: Instance) -> tuple[str, bool, Answer]:
    """Return the text of an answer, whether it is right, and what answer.txt holds."""
    any_board = Answer(board=board.grid)
    if said["goal"] == "verify":
        word = dice.choice(["yes", "no"])
        return f"{word}\n", _keeps(said, board, board.grid) == (word == "yes"), Answer(count=1)
    if said["goal"] == "all":
        return _list(dice, said, board)
    if "columns" in said.get("answer", "") and dice.random() < 0.6:
        columns = _columns(dice, board)
        return _written([columns]), _stands(said, board, columns), any_board
    cells = board.grid.copy()
    free = np.argwhere(cells == 0).tolist()
    for row, column in dice.sample(free, min(dice.randrange(board.pieces + 2), len(free))):
        cells[row, column] = 1
    if dice.random() < 0.2:  # whatever stands there
        cells[dice.randrange(board.n), dice.randrange(board.columns)] = dice.choice([0, 1])
    signs = {0: ".", 1: said["mark"], 2: "#", 3: "x"}
    text = "OK\n" + "".join("".join(signs[cell] for cell in line) + "\n" for line in cells.tolist())
    moved = bool(((cells == 2) != (board.grid == 2)).any())
    if said["goal"] == "most":  # any number will do, and answer.txt holds as many
        return text, not moved and _keeps(said, board, cells), Answer(board=cells)
    return text, not moved and _keeps(said, board, cells), any_board


def _list(dice: random.Random, said: dict[str, Any], board: Instance) -> tuple[str, bool, Answer]:
    every = [at for at in product(range(board.columns), repeat=board.n) if _stands(said, board, at)]
    told = list(every)
    for _ in range(dice.randrange(2)):
        at = dice.randrange(len(told) + 1)
        told[at : at + 1] = [_columns(dice, board)]
    count = dice.choice([len(every), len(told)])
    known = Answer(columns=np.array(every, np.int64).reshape(-1, board.n), count=len(every))
    return f"{count}\n{_written(told)}", count == len(every) and sorted(told[:count]) == every, known


def _columns(dice: random.Random, board: Instance) -> tuple[int, ...]:
    return tuple(dice.randrange(board.columns) for _ in range(board.n))


def _written(rows: list[tuple[int, ...]]) -> str:
    return "".join(" ".join(str(column + 1) for column in columns) + "\n" for columns in rows)


@pytest.mark.parametrize(
    ("seed", "rows"), [(1, 150), *(pytest.param(at, 500, marks=pytest.mark.nightly(sample=1)) for at in range(2, 11))]
)
def test_the_judge_the_export_and_the_statement_agree(seed: int, rows: int) -> None:
    dice, seen = random.Random(seed), dict[tuple[str, bool], int]()
    for _ in range(rows):
        said = _words(dice)
        row = msgspec.convert(said, Row)
        check(row)
        form, terms, reference = form_of_row(row, ("ANY",)), terms_of_row(row, strict=False), reference_of(row)
        for _ in range(20):
            board = _case(dice, said)
            text, right, known = _answer(dice, said, board)
            here = f"{said}\n{board.grid}\n{text}"
            assert _judged(board, reference, text, known) == right, here
            case = form.read(puzzle_named(reference).cases.write(board))
            assert _elsewhere(case, terms, text, puzzle_named(reference).answers.write(known)) == right, here
            seen[said["goal"], right] = seen.get((said["goal"], right), 0) + 1
    assert len(seen) == 8
    assert min(seen.values()) > 20


def _judged(board: Instance, reference: str, text: str, known: Answer) -> bool:
    read = read_answer(text.encode(), reference, board.shape)
    return isinstance(read, Answer) and judge_answer(Case("", "", board, known), reference, read) is None


def _elsewhere(case: PlainCase, terms: Terms, text: str, known: bytes) -> bool:
    shape = case.n, case.columns
    truth = read_said(known, shape, terms.reader, strict=False, signs=terms.signs)
    try:
        said = read_said(text.encode(), shape, terms.reader, terms.strict, terms.signs)
    except RefusedError:
        return False
    return fault_of(case, said, truth, terms) is None
