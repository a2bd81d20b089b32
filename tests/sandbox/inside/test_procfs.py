"""What /proc tells of a tree of processes, however a program has made it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from judge.model import Limits
from judge.sandbox import meter
from judge.sandbox.inside import procfs
from judge.sandbox.meter import ProcessMeter

DEEP = 5000  # more than Python recurses


def chain(pid: int) -> list[int]:
    return [pid + 1] if pid < DEEP else []


def test_a_tree_of_any_depth_is_seen_from_its_root_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(procfs, "children", chain)
    assert list(procfs.tree(1)) == [*range(1, DEEP + 1)]


def test_brothers_come_in_their_order_each_with_its_own_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(procfs, "children", lambda pid: {1: [2, 3], 2: [4]}.get(pid, []))
    assert list(procfs.tree(1)) == [1, 2, 4, 3]


def test_the_memory_of_a_tree_of_any_depth_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter, "children", chain)
    monkeypatch.setattr(meter, "_own_bytes", lambda _: 3)
    counted = ProcessMeter(Limits())
    counted.pid, counted.baseline_bytes = 1, 2
    assert counted.memory_bytes() == DEEP, "where no exec shows, all are taken for forks"


@pytest.mark.skipif(sys.platform != "linux", reason="not Linux")
def test_a_child_of_this_process_is_in_its_tree() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert {os.getpid(), child.pid} <= set(procfs.tree(os.getpid()))
