"""Whatever decides what is compiled on a host is in the keys of what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from judge.sandbox import Sandbox, cache

CHANGES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "processor": lambda patch: patch.setattr(cache, "features", lambda _: "avx512f"),
    "tier": lambda patch: patch.setattr(Sandbox, "tier", "another"),
    "numba": lambda patch: patch.setattr(cache, "version_of", lambda _: "0.1"),
    "environment": lambda patch: patch.setitem(Sandbox.ENVIRONMENT, "NUMBA_OPT", "0"),
}


@pytest.fixture(autouse=True)
def _looked_at_anew() -> Iterator[None]:
    cache.cache_basis.cache_clear()
    yield
    cache.cache_basis.cache_clear()


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_decides_it_is_in_the_key(sandbox: Sandbox, change: str) -> None:
    before = sandbox.key_of("x")
    cache.cache_basis.cache_clear()
    assert sandbox.key_of("x") == before
    with pytest.MonkeyPatch.context() as patch:
        CHANGES[change](patch)
        cache.cache_basis.cache_clear()
        assert sandbox.key_of("x") != before
