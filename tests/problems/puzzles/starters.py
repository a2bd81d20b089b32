"""Call the starter of a puzzle without numba, whose kernels take long to compile."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from judge.model import Answer, Instance
from judge.problems import puzzle_named
from tests.conftest import there
from tests.shipped import in_plain


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
