"""The kernel that sets numba up: kept by the first zygote, loaded by those after it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from judge.sandbox import protocol
from judge.sandbox.box import Bounds
from judge.sandbox.cache import Cache, basis, digest
from judge.sandbox.inside import archive
from judge.sandbox.protocol import Job
from judge.sandbox.sandbox import Sandbox
from judge.sandbox.zygote_client import ZygoteProcess, set_up
from tests.boxed import LIMITS, case_bytes, kept

COMPILES = b"""
import numba

@numba.njit
def count(grid):
    return grid.copy().sum()

def solve(algorithm, n, lizards, grid):
    return None if count(grid) == 0 else grid
"""
CASE = case_bytes(2, 1, bytes(4))
BOUNDS = Bounds(20, 60)


class Zygote:
    """Answers as a zygote that has compiled its kernel, unless one came along."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.came = b""

    def ask(self, request: object, _: object, fds: Sequence[int] = (), **__: float) -> tuple[Any, None]:
        self.asked.append(request)
        if isinstance(request, protocol.MoveRequest):
            os.write(fds[0], b"kernel")
            return protocol.Done(), None
        self.came = os.read(fds[0], 100) if fds else b""
        return protocol.Done(request.keep and not fds), None  # type: ignore[attr-defined]


def test_the_first_zygote_keeps_its_kernel_and_the_next_one_gets_it(tmp_path: Path) -> None:
    first, second = Zygote(), Zygote()
    with Cache(tmp_path / "cache") as cache:
        for zygote in (first, second):
            set_up(cast(ZygoteProcess, zygote), cache, None)
    assert first.asked == [protocol.KernelRequest(keep=True), protocol.MoveRequest(protocol.KERNEL_HOME, into=False)]
    assert second.asked == [protocol.KernelRequest(keep=True)]
    assert second.came == b"kernel"


def test_without_a_cache_nothing_is_kept() -> None:
    zygote = Zygote()
    set_up(cast(ZygoteProcess, zygote), None, None)
    assert zygote.asked == [protocol.KernelRequest(keep=False)]


# --- true ones -------------------------------------------------------------------------------------------------------
@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each zygote that was set up had to compile its kernel."""
    found: list[bool] = []
    ask = ZygoteProcess.ask

    def noted(self: ZygoteProcess, *words: Any, **more: Any) -> Any:
        reply = ask(self, *words, **more)
        found.extend([reply[0].yes] if isinstance(words[0], protocol.KernelRequest) else [])
        return reply

    monkeypatch.setattr(ZygoteProcess, "ask", noted)
    return found


def answers(sandbox: Sandbox) -> bool:
    """Say whether a function with a kernel is compiled and run there."""
    home = kept(sandbox, {"submission.py": COMPILES})
    with sandbox.start(home, LIMITS, Job(prepare=False)) as box:
        facts = box.exchange(b"", BOUNDS)
        while facts.frame[:1] == protocol.IMPORTED:
            facts = box.exchange(b"", BOUNDS)
        return box.exchange(CASE, BOUNDS).frame == protocol.FAIL


@pytest.mark.slow
@pytest.mark.parametrize("tier", ["auto", "plain"])
def test_a_kernel_is_compiled_once(tmp_path: Path, tier: Any, compiled: list[bool]) -> None:
    with Cache(tmp_path / "cache") as cache:
        for _ in range(2):
            with Sandbox(tier=tier) as sandbox:
                sandbox.cache = cache
                assert answers(sandbox)
                sandbox.restart()
                assert answers(sandbox)
    assert compiled == [True, False, False, False]


@pytest.mark.slow
def test_what_is_no_kernel_costs_time_and_nothing_else(tmp_path: Path, compiled: list[bool]) -> None:
    folder = tmp_path / "made"
    (folder / "kernels").mkdir(parents=True)
    (folder / f"kernels/kernel.kernel-1.py{sys.version_info[0]}{sys.version_info[1]}.nbi").write_bytes(b"no pickle")

    def fill(fd: int) -> bool:
        archive.pack(str(folder), fd)
        return True

    with Cache(tmp_path / "cache") as cache, Sandbox(tier="plain") as sandbox:
        sandbox.cache = cache
        cache.keep(digest(("kernel", basis(sandbox.core))), b"", fill)
        assert answers(sandbox)
    assert compiled == [False]
