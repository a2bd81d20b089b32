"""What is laid ready for a board: shared memory, and a heap where the system has such a one."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys

import pytest

from judge.sandbox.inside import desk
from judge.sandbox.inside.procfs import untouched_heap_bytes
from judge.sandbox.protocol import Room
from judge.sandbox.provision import shared_memory


@pytest.mark.skipif(sys.platform != "linux", reason="not Linux")
def test_the_size_of_shared_memory_can_not_be_changed() -> None:
    with os.fdopen(shared_memory(1 << 16), "rb") as memory:
        seals = fcntl.fcntl(memory.fileno(), fcntl.F_GET_SEALS)
        assert seals == fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
        assert memory.read() == bytes(1 << 16)


# --- where there is no heap to make ready; where there is one: test_provision.py --------------------------------------
@pytest.mark.parametrize(("room", "warmed"), [(Room(1 << 20, 64 << 20, huge=True), [1024]), (Room(), [])])
def test_a_libc_without_such_a_heap_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, room: Room, warmed: list[int]
) -> None:
    """Numpy's own calls are the same everywhere; for no room nothing is called."""
    found: list[int] = []
    monkeypatch.setattr(desk, "HAS_HEAP", False)
    monkeypatch.setattr(desk, "_calls", {})
    monkeypatch.setattr(desk, "warm_up", found.append)
    desk._make_ready(room)
    assert found == warmed


def test_a_process_that_is_gone_tells_nothing_of_its_heap() -> None:
    assert untouched_heap_bytes(1 << 30) is None


HOLES = """\
from judge.sandbox.inside import desk
from judge.sandbox.protocol import Room

desk.libc.mallopt(desk.M_MMAP_THRESHOLD, desk.MMAP_BYTES)
holes = [(desk._call("malloc", size << 20), desk._call("malloc", 100)) for size in (6, 9, 3)]
for hole, _ in holes:
    desk._call("free", hole)
start = desk._grow(Room(1 << 20, 32 << 20, huge=True))
assert start > max(after for _, after in holes), "a hole is among what others use"
"""


@pytest.mark.skipif(not desk.HAS_HEAP, reason="not glibc")
def test_holes_that_an_old_zygote_has_are_left_alone() -> None:
    """What is told to the kernel as free has to be nobody's."""
    subprocess.run([sys.executable, "-c", HOLES], check=True)
