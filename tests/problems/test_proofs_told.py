"""What is proven or placed on small boards, and what CP-SAT is asked, as it is kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import metadata
from itertools import product
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from judge.model import Instance
from judge.problems.generators.patterns import random_grid
from judge.problems.proofs.counting import closed_proof
from judge.problems.proofs.cp_sat import exact
from judge.problems.proofs.descent import first_descent
from tests.problems import told

KEPT = Path(__file__).parent / "kept"


def boards() -> Iterator[Instance]:
    for n, share, seed in product((1, 2, 3, 4, 6), (0.0, 0.1, 0.3, 0.6, 1.0), (1, 2)):
        for pieces in sorted({1, n, n + 1, 2 * n}):
            yield Instance("DFS", n, pieces, random_grid(n, share, seed))


def test_what_is_proven_and_placed() -> None:
    def lines() -> Iterator[str]:
        for board in boards():
            yield f"{told.in_lines(board)[0]}: {closed_proof(board)} {told.grid(first_descent(board))}"
        thousands = Instance("SA", 40, 1601, random_grid(40, 0.0, 1))
        yield closed_proof(thousands)
        yield closed_proof(Instance("SA", 3, 2, np.array([[2, 2, 2], [2, 0, 0], [2, 2, 2]], np.int8)))
        yield closed_proof(Instance("SA", 3, 3, np.array([[2, 2, 0], [2, 0, 2], [0, 2, 2]], np.int8)))
        yield closed_proof(Instance("SA", 3, 3, np.array([[0, 2, 2], [2, 0, 2], [2, 2, 0]], np.int8)))

    told.hold(KEPT / "proofs.txt", lines())


class _Sum:
    """Stands for a sum of variables, and for the sentence that it is so many."""

    def __init__(self, names: tuple[int, ...]) -> None:
        self.names = names

    def __add__(self, other: Any) -> _Sum:
        return _Sum(self.names + other.names) if isinstance(other, _Sum) else self

    __radd__ = __add__

    def __eq__(self, other: object) -> Any:
        return ("exactly", other, self.names)

    __hash__ = None  # type: ignore[assignment]


class _Model:
    def __init__(self) -> None:
        self.cells, self.asked = 0, list[Any]()

    def new_bool_var(self, name: str) -> _Sum:
        assert name == ""
        self.cells += 1
        return _Sum((self.cells,))

    def add_at_most_one(self, variables: list[_Sum]) -> None:
        self.asked.append(("at most one", [variable.names[0] for variable in variables]))

    def add(self, asked: object) -> None:
        self.asked.append(asked)


def solver_of(status: str, said: list[Any]) -> type:
    """Return a CpSolver that says `status`, with a piece on the first and the last cell."""

    class Solver:
        def __init__(self) -> None:
            self.parameters = SimpleNamespace()

        def solve(self, model: _Model) -> str:
            self.last = model.cells
            said.append((vars(self.parameters), model.asked))
            return status

        def value(self, variable: _Sum) -> bool:
            return variable.names[0] in (1, self.last)

    return Solver


@pytest.mark.parametrize("status", ["OPTIMAL", "FEASIBLE", "INFEASIBLE", "UNKNOWN", "MODEL_INVALID"])
def test_what_the_solver_is_asked(monkeypatch: pytest.MonkeyPatch, status: str) -> None:
    """CP-SAT itself runs in proofs/test_answer.py, in a process of its own; here somebody listens who says what is
    wanted."""
    said: list[Any] = []
    names = {name: name for name in ("OPTIMAL", "FEASIBLE", "INFEASIBLE", "UNKNOWN", "MODEL_INVALID")}
    module = ModuleType("cp_model")
    vars(module).update(names, CpModel=_Model, CpSolver=solver_of(status, said))
    monkeypatch.setitem(sys.modules, "ortools", ModuleType("ortools"))
    monkeypatch.setitem(sys.modules, "ortools.sat", ModuleType("ortools.sat"))
    python = ModuleType("ortools.sat.python")
    python.cp_model = module  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ortools.sat.python", python)
    monkeypatch.setattr(metadata, "version", {"ortools": "9.15.6755"}.__getitem__)
    lines = []
    for rows in (["000", "020", "200"], ["00", "22"]):
        grid = np.array([[int(digit) for digit in row] for row in rows], np.int8)
        board = Instance("DFS", len(rows), 2, grid)
        found = exact(board, 7.5)
        lines += told.in_lines(list(found) if found else None)
        assert (grid == board.grid).all()
    told.hold(KEPT / f"solver-{status.lower()}.txt", [*lines, *map(repr, said)])


def test_without_a_solver_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    assert told.told(lambda: exact(Instance("SA", 2, 1, np.zeros((2, 2), np.int8)), 1.0)) == [
        "E439 None: exact answers need OR-Tools, which is not installed",
        "  help: in your clone of the judge: pip install -e '.[author]'",
    ]
