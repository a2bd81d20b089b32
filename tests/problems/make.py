"""What the tests of problems build, through its doors: boards and cases, answers that are read, packages on disk."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from shutil import copy2, copytree
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
import pytest

from judge.errors import ValueFault
from judge.model import Answer, Case, Finding, Instance, Limits, Problem, Programs
from judge.problems import puzzle_named, read_output, read_package
from judge.problems.icpc import Version, export_package
from tests.conftest import there
from tests.make import board, files, texts_of
from tests.shipped import ROOT, in_plain

TESTCASES = ROOT / "testcases"
SHIPPED = sorted(path.parent.name for path in TESTCASES.glob("*/problem.toml"))


ROW: dict[str, Any] = {
    "piece": "piece",
    "case": ["n m pieces", "cells"],
    "cells": {"free": "0", "tree": "2", "closed": "3", "piece": "1"},
    "pieces": "pieces",
    "goal": "arrangement",
}


def own(**words: Any) -> str:
    """Return what names the puzzle of a row with these words."""
    return json.dumps(ROW | words)


def blank(n: int, columns: int = 0, pieces: int = 0) -> Instance:
    """Return an empty board, for as many pieces as rows."""
    return Instance("ANY", n, pieces or n, np.zeros((n, columns or n), np.int8))


@cache
def whole(name: str) -> Problem:
    """Return a shipped package, which is read once."""
    return read_package(TESTCASES / name)


def reduced(name: str, folder: Path, largest: int = 1000) -> Path:
    """Return a copy of a shipped package with the smallest case of each group, of at most so many rows and columns."""
    source, package = TESTCASES / name, folder / name
    smallest: dict[str, Case] = {}
    for case in sorted(whole(name).cases, key=lambda case: (case.board.grid.size, case.name)):
        if max(case.board.shape) <= largest:
            smallest.setdefault(case.group, case)
    for case in smallest.values():
        copytree(source / case.group / case.name, package / case.group / case.name)
    copytree(source / "problem_statement", package / "problem_statement")
    copy2(source / "problem.toml", package)
    return package


def tiny(puzzle: str, count: int, seed: int, largest: int = 4) -> list[Instance]:
    """Return small boards that are cases of a puzzle, each once, as its recipes make them; fewer where there are no
    more."""
    chosen, rng, found, since = puzzle_named(puzzle), np.random.default_rng(seed), dict[bytes, Instance](), 0
    algorithm: Instance.Algorithm = "DFS" if chosen.row.names_algorithm else "ANY"
    while len(found) < count and since < 200:  # draws without a new one: those that are there come in far fewer
        n, before, since = int(rng.integers(1, largest + 1)), len(found), since + 1
        with suppress(ValueFault):  # a recipe of which nothing can be made
            drawn = chosen.recipes.board(chosen.small.values(rng, n), int(rng.integers(1 << 30)), algorithm)
            found |= {chosen.cases.write(drawn): drawn} if chosen.misfit(drawn) is None else {}
        since = 0 if len(found) > before else since
    return list(found.values())


def case_of(picture: str, pieces: int, answer: Answer | None = None, layer: str = "") -> Case:
    return Case("one", "secret", board(algorithm="ANY", rows=picture, pieces=pieces, layer=layer), answer)


def case_in(puzzle: str, text: str, answer: Answer | None = None) -> Case:
    """Return the case that this input.txt holds."""
    return Case("one", "secret", puzzle_named(puzzle).cases.read(text.encode(), "input.txt")[0], answer)


def heard(
    data: bytes | str,
    puzzle: str,
    on: Instance | tuple[int, int] | int,
    *,
    strict: bool = False,
    file: str = "output.txt",
    **said: Any,
) -> Answer | Finding:
    """Return what a text says of a board, or of an empty one of this size; `said` is of the package's programs."""
    if not isinstance(on, Instance):
        on = blank(*on) if isinstance(on, tuple) else blank(on)
    programs = Programs(**said)
    problem = Problem(puzzle, puzzle, puzzle, ("ANY",), strict, Limits(), {}, (), programs=programs)
    return read_output(data.encode() if isinstance(data, str) else data, problem, on, file)


def read_answer(data: bytes | str, puzzle: str, on: Instance | tuple[int, int] | int, **said: Any) -> Answer:
    """Return the answer that a text holds."""
    answer = heard(data, puzzle, on, **said)
    assert isinstance(answer, Answer), answer
    return answer


def exported(
    problem: Problem,
    programs: Mapping[str, bytes] | None = None,
    version: Version = "2025-09",
    *,
    scoring: bool = False,
) -> tuple[Mapping[str, bytes], list[str]]:
    """Return the files of the exported package, and what it can't say."""
    with TemporaryDirectory() as folder:
        return export_package(problem, programs or {}, Path(folder) / "cup", version, scoring=scoring)


def validator(problem: Problem, folder: str = "output_validator") -> dict[str, Any]:
    """Return what a validator of an exported package holds."""
    texts, _ = exported(msgspec.structs.replace(problem, cases=problem.cases[:1]))
    program, _, values = texts[f"{folder}/validator.py"].decode().partition("\nFORM = ")
    held = dict(_functions(program))
    exec(f"FORM = {values}", held)
    return held


@cache
def _functions(program: str) -> dict[str, Any]:
    held: dict[str, Any] = {"__name__": "validator"}
    exec(program, held)
    return held


# --- what the starter of a puzzle says, without numba, whose kernels take long to compile -----------------------------
@cache
def _starter(puzzle: str) -> ModuleType:
    return in_plain(puzzle_named(puzzle).starter)


def given(puzzle: str, board: Instance) -> list[Any]:
    """Return what `solve` is given of a board, so that it may be changed."""
    values = there(puzzle_named(puzzle).call).values(board)
    return [one.copy() if isinstance(one, np.ndarray) else one for one in values]


def answered(puzzle: str, board: Instance) -> Answer:
    """Return what the starter answers, as the judge takes it."""
    return taken(puzzle, _starter(puzzle).solve(*given(puzzle, board)))


def taken(puzzle: str, value: Any) -> Answer:
    """Return what a function returned as the judge takes it."""
    if value is None:
        return Answer(fail=True)
    return Answer(count=int(value)) if np.ndim(value) == 0 else puzzle_named(puzzle).answers.take(np.asarray(value))


# --- on the disk ------------------------------------------------------------------------------------------------------
RECIPES = """\
title = "Cup"
puzzle = "{puzzle}"
algorithms = ["BFS", "DFS"]
[groups.sample]
[groups.secret]
points = 10
"""


def recipes_in(folder: Path, generators: str, puzzle: str = "lizards") -> Path:
    """Write a package with these recipes and no case."""
    return files(folder, {"problem.toml": RECIPES.format(puzzle=puzzle), "generators.toml": generators})


def lying(folder: Path) -> dict[str, bytes]:
    """Return every file of a package, by its path in it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# A package of three cases: an arrangement, a FAIL, and one without an answer.
SMALL = texts_of(Path(__file__).with_name("small.txt").read_text())
TOML, INPUT = SMALL["problem.toml"], SMALL["secret/tree-10/input.txt"]


def without_tools(patch: pytest.MonkeyPatch) -> None:
    """Be on a host without OR-Tools."""
    for name in ("ortools.linear_solver.pywraplp", "ortools.sat.python.cp_model"):
        patch.setitem(sys.modules, name, None)


def put(path: Path, text: str) -> Path:
    """Write a file, its line ends as they are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, newline="")
    return path
