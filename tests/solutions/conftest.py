"""What the tests of the solutions share: the solutions themselves, with the kernels of the last run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType

import numpy as np
import pytest

from tests.shipped import plain, solution

Load = Callable[[str, str], ModuleType]
compiled = cache(solution)
EITHER = pytest.mark.parametrize(
    "load", [plain, pytest.param(compiled, marks=pytest.mark.slow)], ids=["plain", "numba"]
)


@pytest.fixture(scope="session", autouse=True)
def _kernels(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder of their own for the caches of numba, which tell by themselves when a source has changed."""
    kept = getattr(request.config, "cache", None)
    folder = kept.mkdir("kernels") if kept else tmp_path_factory.mktemp("kernels")
    with pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore"):  # numba does not warn of it either
        patch.setattr("numba.config.CACHE_DIR", str(folder))
        yield
