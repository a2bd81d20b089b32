"""What the tests of the solutions share: the solutions themselves, with the kernels of the last run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType

import numpy as np
import pytest

from tests.shipped import plain, solution

EITHER = pytest.mark.parametrize(
    "load", [plain, pytest.param(solution, marks=pytest.mark.slow)], ids=["plain", "numba"]
)
Load = Callable[[str, str], ModuleType]
compiled = cache(solution)


@pytest.fixture(scope="session", autouse=True)
def _kernels(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder of their own for the caches of numba, which tell by themselves when a source has changed."""
    kept = getattr(request.config, "cache", None)
    folder = kept.mkdir("kernels") if kept else tmp_path_factory.mktemp("kernels")
    with pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore"):  # numba does not warn of it either
        patch.setattr("numba.config.CACHE_DIR", str(folder))
        yield


def answer_to(module: ModuleType, n: int) -> list[int] | None:
    """The columns of an answer to an empty board, of one piece in each row; None for FAIL."""
    board = module.solve("ANY", n, n, np.zeros((n, n), np.int8))
    if board is None:
        return None
    assert (board.dtype, board.shape) == (np.int8, (n, n))
    assert (np.sort(board, axis=1) == [*[0] * (n - 1), 1]).all(), "one piece in each row, and nothing else"
    columns: list[int] = board.argmax(axis=1).tolist()
    return columns
