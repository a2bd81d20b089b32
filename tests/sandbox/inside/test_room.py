"""How much is laid ready for which board, on systems with huge pages and without; and the shared memory itself."""

from __future__ import annotations

import fcntl
import os
import sys
from pathlib import Path

import pytest

from judge.sandbox import provision, room_for
from judge.sandbox.protocol import HUGE_PAGE
from judge.sandbox.provision import shared_memory

MEMORY = 512 << 20


@pytest.mark.skipif(sys.platform != "linux", reason="not Linux")
def test_its_size_can_not_be_changed() -> None:
    with os.fdopen(shared_memory(1 << 16), "rb") as memory:
        seals = fcntl.fcntl(memory.fileno(), fcntl.F_GET_SEALS)
        assert seals == fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
        assert memory.read() == bytes(1 << 16)


@pytest.fixture(params=["always [madvise] never", "always madvise [never]", None], ids=["huge", "never", "not Linux"])
def huge(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the system has huge pages, of each kind of system."""
    if request.param:
        (tmp_path / "enabled").write_text(request.param)
    monkeypatch.setattr(provision, "HUGE_PAGES", tmp_path / "enabled")
    monkeypatch.setattr(provision, "_huge_pages", provision._huge_pages.__wrapped__)
    return bool(request.param and "[madvise]" in request.param)


def test_what_is_ready_tells_no_more_of_n_than_a_power_of_two(huge: bool) -> None:
    assert len({room_for(n, MEMORY) for n in range(1, 129)}) == 1
    for side in (256, 512, 1024, 2048, 4096):
        assert {room_for(n, MEMORY) for n in (side // 2 + 1, side - 1, side)} == {room_for(side, MEMORY)}


def test_every_board_has_its_place(huge: bool) -> None:
    for n in (1, 2, 100, 128, 129, 1000, 2000, 4096):
        assert room_for(n, MEMORY).board_bytes >= n * n
    for n in (129, 1000, 2000, 4096):
        assert room_for(n, MEMORY).shared_bytes >= n * n
    assert room_for(128, MEMORY).shared_bytes == 0, "a pipe is quick enough"
    assert room_for(20_000, MEMORY).shared_bytes == 0, "more than the judge gives of its own memory"


def test_a_heap_is_as_large_as_it_is_worth(huge: bool) -> None:
    assert room_for(100, MEMORY).heap_bytes == 256 << 10
    assert room_for(1000, MEMORY).heap_bytes == (64 if huge else 8) << 20
    assert room_for(1000, MEMORY).huge == huge
    assert max(room_for(n, MEMORY).heap_bytes for n in range(1, 9000, 100)) == 64 << 20


@pytest.mark.parametrize("n", [8, 200, 1000, 5000])
@pytest.mark.parametrize("mebibytes", [1, 16, 100, 512])
def test_most_of_a_submissions_memory_stays_its_own(huge: bool, n: int, mebibytes: int) -> None:
    heap_bytes = room_for(n, mebibytes << 20).heap_bytes
    assert heap_bytes <= mebibytes << 17
    assert n <= 128 or heap_bytes % HUGE_PAGE == 0
