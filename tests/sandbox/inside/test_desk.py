"""The heap of an attempt where there is none to make ready; where there is one: test_provision.py."""

from __future__ import annotations

import subprocess
import sys

import pytest

from judge.sandbox.inside import desk
from judge.sandbox.inside.procfs import untouched_heap_bytes
from judge.sandbox.protocol import Room


def test_a_libc_without_such_a_heap_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[int] = []
    monkeypatch.setattr(desk, "HAS_HEAP", False)
    monkeypatch.setattr(desk, "_calls", {})
    monkeypatch.setattr(desk, "warm_up", warmed.append)
    desk._make_ready(Room(1 << 20, 64 << 20, huge=True))
    assert warmed == [1024], "numpy's own calls are the same everywhere"


def test_nothing_is_called_for_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "_calls", {})
    monkeypatch.setattr(desk, "warm_up", None)
    desk._make_ready(Room())


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
