"""The meter by cgroup, of leaves that are made of files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Limits
from judge.sandbox import Sandbox, cgroup
from judge.sandbox.box import POLL_S
from judge.sandbox.cgroup import CgroupMeter
from tests.boxed import attempted, solving

LIMITS = Limits(memory=300, processes=8)
CALM = "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n"


@pytest.fixture
def parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which each leaf gets the files that a kernel before 5.19 gives it."""
    mkdir = Path.mkdir

    def make(leaf: Path, mode: int = 0o777) -> None:
        mkdir(leaf, mode)
        for file in ("memory.max", "memory.swap.max", "pids.max", "cgroup.procs", "cgroup.kill"):
            (leaf / file).touch()
        put(leaf, "memory.current", "0\n")
        put(leaf, "memory.events", CALM)

    monkeypatch.setattr(Path, "mkdir", make)
    return tmp_path


def put(leaf: Path, file: str, text: str) -> None:
    (leaf / file).write_text(text)


@pytest.fixture
def made_up(parent: Path) -> Iterator[CgroupMeter]:
    meter = CgroupMeter({"unified": parent}, LIMITS)
    yield meter
    for file in meter.leaves["unified"].iterdir():
        file.unlink()
    meter.close()


# --- memory where the kernel keeps no peak ----------------------------------------------------------------------------
@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """As before Linux 5.19: the kernel does not keep the most memory that a group has had."""
    monkeypatch.setattr(cgroup, "PEAK", "memory.hidden")


@pytest.mark.usefixtures("hidden")
def test_a_host_whose_kernel_keeps_no_peak_says_so() -> None:
    with Sandbox(tier="plain", warm=False) as own:
        said = "the peak of memory, so it is the maximum of what was seen"
        assert (said in own.host().missing) == (Path("/sys/fs/cgroup/cgroup.controllers").exists() and own.exact)


@pytest.mark.usefixtures("hidden")
def test_memory_that_is_held_for_a_while_is_seen_without_a_peak(sandbox: Sandbox) -> None:
    held = solving("sys.held = bytearray(b'1') * (40 << 20); time.sleep(0.2)\nreturn None")
    assert 39 << 20 < attempted(sandbox, held, Limits(time_limit=5, memory=96)).memory_bytes < 60 << 20


def test_the_largest_that_was_seen_is_the_peak(made_up: CgroupMeter) -> None:
    leaf, seen = made_up.leaves["unified"], []
    for now in (1 << 20, 200 << 20, 400_000, 0):
        put(leaf, "memory.current", f"{now}\n")
        seen.append(made_up.memory_bytes())
    assert seen == [1 << 20, 200 << 20, 200 << 20, 200 << 20]
    assert not made_up.out_of_memory()


@pytest.mark.parametrize("event", ["max", "oom_kill"])
def test_a_limit_that_was_reached_was_used(made_up: CgroupMeter, event: str) -> None:
    """Also when the tree is dead at the first look."""
    leaf = made_up.leaves["unified"]
    put(leaf, "memory.current", "400000\n")
    put(leaf, "memory.events", CALM.replace(f"{event} 0", f"{event} 3"))
    assert made_up.memory_bytes() == LIMITS.memory_bytes
    assert made_up.out_of_memory() == (event == "oom_kill")


def test_a_peak_that_the_kernel_keeps_is_told_as_it_is(made_up: CgroupMeter) -> None:
    assert not made_up.keeps_peak
    assert made_up.looks_s is not None
    assert max(made_up.looks_s) < POLL_S
    put(made_up.leaves["unified"], cgroup.PEAK, f"{7 << 20}\n")
    put(made_up.leaves["unified"], "memory.events", CALM.replace("max 0", "max 3"))
    made_up._choose_files()
    assert made_up.keeps_peak
    assert made_up.memory_bytes() == 7 << 20


# --- leaves -----------------------------------------------------------------------------------------------------------
def test_a_leaf_without_a_controller_is_no_meter_and_leaves_nothing(tmp_path: Path) -> None:
    """A folder has no limits to be set."""
    with pytest.raises(OSError, match="memory"):
        CgroupMeter({"unified": tmp_path}, LIMITS)
    with pytest.raises(OSError, match="memory"):
        CgroupMeter(dict.fromkeys(("cpuacct", "memory", "pids"), tmp_path), LIMITS)
    assert not list(tmp_path.iterdir())


def test_who_can_t_be_seen_is_not_signalled_by_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel writes 0 for a process of another pid namespace; as a target it means our own group. One that is gone
    spares no other."""
    killed: list[int] = []

    def kill(pid: int, number: int) -> None:
        killed.append(pid)
        if pid == 11:
            raise ProcessLookupError

    monkeypatch.setattr(os, "kill", kill)
    put(tmp_path, "cgroup.procs", "0\n11\n12\n")
    put(tmp_path, "cgroup.kill", "")
    cgroup._kill_all_in(tmp_path)
    assert killed == [11, 12]
    assert (tmp_path / "cgroup.kill").read_text() == "1"
