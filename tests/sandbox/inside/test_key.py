"""What decides the key of something that is kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judge.sandbox import Sandbox, cache

DECIDES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "processor": lambda patch: patch.setattr(cache, "features", lambda _: "avx512f"),
    "tier": lambda patch: patch.setattr(Sandbox, "tier", "another"),
    "numba": lambda patch: patch.setattr(cache, "version_of", lambda _: "0.1"),
    "environment": lambda patch: patch.setitem(Sandbox.ENVIRONMENT, "NUMBA_OPT", "0"),
}


@pytest.mark.parametrize("change", DECIDES)
def test_whatever_decides_what_is_compiled_is_in_the_key(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """A core is looked at once by a process: here each time as another one, of the same kind."""

    def key(number: int) -> str:
        monkeypatch.setattr(sandbox, "core", 10_000 + 10 * [*DECIDES].index(change) + number)
        return sandbox.key_of("x")

    before = key(0)
    assert key(1) == before
    DECIDES[change](monkeypatch)
    assert key(2) != before
