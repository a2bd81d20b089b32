"""Call the starter of a puzzle without numba, whose kernels take long to compile."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any
from unittest.mock import patch

import numpy as np

from judge.model import Answer, Instance
from judge.problems import puzzle_named
from tests.conftest import there


class _Numba:
    """Takes the place of numba: what is decorated stays as it is."""

    @staticmethod
    def njit(function: Any = None, **_: Any) -> Any:
        return function or (lambda one: one)


@cache
def _names(puzzle: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "starter"}
    with patch.dict(sys.modules, {"numba": _Numba}):
        exec(puzzle_named(puzzle).starter, names)
    return names


def given(puzzle: str, board: Instance) -> list[Any]:
    """Return what `solve` is given of a board, so that it may be changed."""
    values = there(puzzle_named(puzzle).call).values(board)
    return [one.copy() if isinstance(one, np.ndarray) else one for one in values]


def answered(puzzle: str, board: Instance) -> Answer:
    """Return what the starter answers, as the judge takes it."""
    return taken(puzzle, _names(puzzle)["solve"](*given(puzzle, board)))


def taken(puzzle: str, value: Any) -> Answer:
    """Return what a function returned as the judge takes it."""
    if value is None:
        return Answer(fail=True)
    return Answer(count=int(value)) if np.ndim(value) == 0 else puzzle_named(puzzle).answers.take(np.asarray(value))
