"""What the tests of the solutions share: the solutions themselves, with the kernels of the last run."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.shipped import solution


@pytest.fixture(scope="session", autouse=True)
def _kernels(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder of their own for the caches of numba, which tell by themselves when a source has changed."""
    kept = getattr(request.config, "cache", None)
    folder = kept.mkdir("kernels") if kept else tmp_path_factory.mktemp("kernels")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numba.config.CACHE_DIR", str(folder))
        yield


@pytest.fixture(scope="module")
def solutions(request: pytest.FixtureRequest) -> dict[str, ModuleType]:
    """Those of the problem that the test file names: PROBLEM and NAMES."""
    return {name: solution(request.module.PROBLEM, name) for name in request.module.NAMES}
