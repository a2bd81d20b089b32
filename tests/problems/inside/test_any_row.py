"""Any row of words is refused, or is a puzzle: its boards are written, read, judged and exported without a surprise."""

from __future__ import annotations

import ast
import random
import tomllib
from pathlib import Path
from typing import Any, get_args

import msgspec
import numpy as np
import pytest

from judge.errors import ValueFault
from judge.model import Answer, Case, Instance
from judge.problems import judge_answer, puzzle_named
from judge.problems.generators.read import keys_of
from judge.problems.icpc.write_validators import terms_of
from judge.problems.prove import truth_of
from judge.problems.prove.constructions import CONSTRUCTED, at_once
from judge.problems.row.case import form_of
from judge.problems.row.check import CONSTRUCTIONS, RECIPE_WORDS, SOLVE_WORDS, check
from judge.problems.row.read import reference_of
from judge.problems.row.words import Row
from tests.problems.make import answered
from tests.problems.row.rows import RAW, own

_SAID: dict[str, Any] = tomllib.loads(Path(__file__).with_name("any_row.toml").read_text())
_WORDS: dict[str, Any] = _SAID["words"]
_TRIED_CELLS = 9  # of boards on which the starter is run
_GOALS = ("arrangement", "most", "heaviest", "all", "count", "verify")


_QUEENS = {"piece": "queen", "case": ["n", "cells"], "pieces": "n", "apart": "queen", "cells": {"free": "."}}
_CONSTRUCTED = {"pauls": "arrangement", "descent": "arrangement", "queens-counted": "all"}


def _drawn(dice: random.Random) -> dict[str, Any]:
    if dice.random() < 0.01:  # else no row would be that of a construction
        construct = dice.choice([*_CONSTRUCTED])
        word = dice.choice([*_WORDS])
        changed = {word: dice.choice(_WORDS[word]["says"])} if dice.random() < 0.5 else {}
        return _QUEENS | {"goal": _CONSTRUCTED[construct], "construct": construct} | changed
    raw = {"piece": "stone", "case": dice.sample(_SAID["lines"], dice.randrange(1, 4)), "goal": dice.choice(_GOALS)}
    raw |= {word: dice.choice(said["says"]) for word, said in _WORDS.items() if dice.random() < said["often"]}
    raw |= {"stdin": [line for line in raw["case"] if dice.random() < 0.8]} if dice.random() < 0.3 else {}
    return raw | ({"cells": dice.choice(_SAID["cells"])} if "cells" in raw["case"] else {})


@pytest.mark.parametrize("count", [4000, pytest.param(40_000, marks=pytest.mark.nightly)])
def test_any_row_is_refused_or_works(count: int) -> None:
    dice, tried = random.Random(count), 0
    for _ in range(count):
        raw = _drawn(dice)
        try:
            row = msgspec.convert(raw, Row)
            check(row)
        except (ValueFault, msgspec.ValidationError):
            continue
        _use(row, raw, dice)
        tried += 1
    assert tried > count // 120


def _use(row: Row, raw: dict[str, Any], dice: random.Random) -> None:
    reference = reference_of(row)
    puzzle, form = puzzle_named(reference), form_of(row, get_args(Instance.Algorithm))
    terms_of(row, strict=False)
    compile(puzzle.starter, "starter.py", "exec")
    assert puzzle.call
    for board in puzzle.boards:
        puzzle.call.values(board)
        puzzle.cases.write(board)
    for seed in range(3):
        values = puzzle.small.values(np.random.default_rng(seed), dice.randrange(1, 6))
        try:
            board = puzzle.recipes.board(values, seed, "ANY")
        except ValueFault:
            continue
        if puzzle.misfit(board):
            continue
        text = puzzle.cases.write(board)
        again = puzzle.cases.read(text, "input.txt")[0]
        assert puzzle.cases.write(again) == text, raw
        read = form.read(puzzle.stdin(again, text))
        assert (read.pieces, read.rows) == (again.pieces, [bytes(line.tolist()) for line in again.grid])
        if row.construct and (known := at_once(puzzle, again)):
            assert judge_answer(Case("", "", again, known), reference, known) is None, raw
        if again.grid.size <= _TRIED_CELLS:
            found = answered(reference, again)
            count = found.count if found.columns is None else len(found.columns)
            truth = msgspec.structs.replace(found, count=count)
            assert judge_answer(Case("", "", again, truth), reference, found) is None, f"{raw}\n{text!r}\n{found}"
            best = truth_of(again, reference, 20_000).answer if row.goal == "most" else None
            assert best is None or puzzle.goal.score(Case("", "", again, best), found) == 1, f"{raw}\n{text!r}\n{found}"
        cells = np.where((again.grid == 0) & (np.random.default_rng(seed).random(again.shape) < 0.3), 1, again.grid)
        for answer in (Answer(board=cells.astype(np.int8)), Answer(fail=True), Answer(count=1)):
            judge_answer(Case("", "", again), reference, answer)


def test_each_construction_says_what_it_needs() -> None:
    assert CONSTRUCTIONS.keys() == CONSTRUCTED.keys()


@pytest.mark.parametrize("name", RAW)
def test_the_words_of_recipes_and_starters_are_known(name: str) -> None:
    row = puzzle_named(own(name)).row
    others = {*row.fields, "n", "m"}
    assert {*keys_of(own(name))} - others <= {*RECIPE_WORDS, "pieces"}
    body = ast.parse(puzzle_named(own(name)).starter).body
    [solve] = [one for one in body if isinstance(one, ast.FunctionDef) and one.name == "solve"]
    used = {one.id for one in ast.walk(solve) if isinstance(one, ast.Name)}
    constants = {word for word in used if word.isupper() or word == "_"}
    assert used - constants - others - {*row.names.values(), "pieces"} <= {*SOLVE_WORDS}
