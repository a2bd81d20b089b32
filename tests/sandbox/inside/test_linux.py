"""What /proc tells of a tree of processes, however a program has made it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.model import Host, Limits
from judge.sandbox import meter
from judge.sandbox.inside import linux
from judge.sandbox.machine import boot, features
from judge.sandbox.meter import ProcessMeter
from tests.make import files as laid
from tests.sandbox.test_machine import ARM, XEON

DEEP = 5000  # more than Python recurses


def chain(pid: int) -> list[int]:
    return [pid + 1] if pid < DEEP else []


def test_a_tree_of_any_depth_is_seen_from_its_root_on_and_brothers_in_their_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for children, found in ((chain, [*range(1, DEEP + 1)]), ({1: [2, 3], 2: [4], 3: [], 4: []}.get, [1, 2, 4, 3])):
        monkeypatch.setattr(linux, "children", children)
        assert list(linux.tree(1)) == found


def test_the_memory_of_a_tree_of_any_depth_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter, "children", chain)
    monkeypatch.setattr(meter, "_own_bytes", lambda _: 3)
    counted = ProcessMeter(Limits())
    counted.pid, counted.baseline_bytes = 1, 2
    assert counted.memory_bytes() == DEEP, "where no exec shows, all are taken for forks"


@pytest.mark.skipif(sys.platform != "linux", reason="not Linux")
def test_a_child_of_this_process_is_in_its_tree() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert {os.getpid(), child.pid} <= set(linux.tree(os.getpid()))


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (XEON.format(0), "fpu vme"),
        (ARM.format(0, "0xd0c") + "Features\t: fp asimd\n", "asimd fp"),
        (ARM.format(0, "0xd0c"), Host.Machine.UNKNOWN),
    ],
)
def test_a_core_tells_which_instructions_it_knows(tmp_path: Path, text: str, known: str) -> None:
    assert features(0, laid(tmp_path, {"proc/cpuinfo": text})) == known
    assert features(None, laid(tmp_path, {"proc/cpuinfo": text})) == known
    assert boot(tmp_path) == Host.Machine.UNKNOWN
    assert boot(laid(tmp_path, {"proc/sys/kernel/random/boot_id": "dee31582\n"})) == "dee31582"
