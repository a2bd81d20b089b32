"""The meter by cgroup: leaves made of files, and real ones; how leaves are held, and what is left by the dead."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Limits
from judge.sandbox import Bounds, Sandbox, cgroup, hierarchy
from judge.sandbox.box import POLL_S
from judge.sandbox.cgroup import CgroupMeter, meter_maker, sweep, tried
from judge.sandbox.folders import abandoned
from judge.sandbox.protocol import Home, Job

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


HOLDS = """
import time
block = bytearray(b"1") * (200 << 20)
time.sleep({})
"""


@pytest.mark.parametrize("rest_s", [0.1, 0.5])
def test_200_mib_are_told_within_a_twentieth_of_the_truth(monkeypatch: pytest.MonkeyPatch, rest_s: float) -> None:
    """In a real box that has ended before it is measured; the kernel's own peak is hidden from the judge, not from
    the test."""
    if not _is_v2():
        pytest.skip("there is no v2 cgroup of our own on this host")
    truth: list[int] = []
    close = CgroupMeter.close

    def closing(meter: CgroupMeter) -> None:
        truth.extend(
            int((leaf / "memory.peak").read_text()) for leaf, _ in meter._made if (leaf / "memory.peak").exists()
        )
        close(meter)

    monkeypatch.setattr(cgroup, "PEAK", "memory.hidden")
    monkeypatch.setattr(CgroupMeter, "close", closing)
    with Sandbox(warm=False) as sandbox:
        assert "the peak of memory, so it is the maximum of what was seen" in sandbox.host().missing
        home = sandbox.keep({"main.py": HOLDS.format(rest_s).encode()})
        assert isinstance(home, Home)
        job = Job(prepare=False, command=(sys.executable, "-S", f"{home.source}/main.py"))
        truth.clear()
        with sandbox.start(home, LIMITS, job) as box:
            facts = box.run(b"", Bounds(60, 60))
    assert facts.status == 0, facts
    assert facts.memory_bytes > 199 << 20
    assert not truth or 0.95 * truth[0] < facts.memory_bytes <= truth[0]


def _is_v2() -> bool:
    made = meter_maker()[0](Limits())
    try:
        return isinstance(made, CgroupMeter) and made.unified
    finally:
        made.close()


# --- leaves -----------------------------------------------------------------------------------------------------------
@pytest.fixture
def real() -> Iterator[dict[str, Path]]:
    """Where this host's leaves are."""
    for groups in hierarchy.parents():
        try:
            tried(groups)
        except OSError:
            continue
        yield groups
        return
    pytest.skip("there is no cgroup of our own on this host")


def test_a_leaf_without_a_controller_is_no_meter_and_leaves_nothing(tmp_path: Path) -> None:
    """A folder has no limits to be set."""
    with pytest.raises(OSError, match="memory"):
        CgroupMeter({"unified": tmp_path}, LIMITS)
    with pytest.raises(OSError, match="memory"):
        CgroupMeter(dict.fromkeys(("cpuacct", "memory", "pids"), tmp_path), LIMITS)
    assert not list(tmp_path.iterdir())


def test_the_leaf_of_a_running_judge_stays(real: dict[str, Path]) -> None:
    """Whatever its name says: its number may be somebody else's here."""
    meter = CgroupMeter(real, LIMITS)
    leaves = set(meter.leaves.values())
    sweep(real)
    assert all(leaf.exists() for leaf in leaves)
    with abandoned(next(iter(leaves))) as is_left:
        assert not is_left
    meter.close()
    assert not [leaf for leaf in leaves if leaf.exists()]
    meter.close()


def test_what_a_dead_judge_left_goes_with_who_is_in_it(real: dict[str, Path]) -> None:
    """Its number is that of a process which is alive: ours."""
    left = {parent / f"judge-{os.getpid()}-0badcafe_0" for parent in set(real.values())}
    for leaf in left:
        leaf.mkdir()
    with subprocess.Popen(["sleep", "100"]) as orphan:
        for leaf in left:
            (leaf / "cgroup.procs").write_text(str(orphan.pid))
        sweep(real)
        assert orphan.wait(20) < 0
    until_s = time.monotonic() + 20
    while any(leaf.exists() for leaf in left) and time.monotonic() < until_s:
        sweep(real)  # for a moment after the last death a group is busy
    assert not any(leaf.exists() for leaf in left)


def test_groups_of_other_names_stay(real: dict[str, Path]) -> None:
    names = ("judge-main", "judge-x-1", "judge-1-a.b", "judge-1-")
    parent = next(iter(real.values()))
    made = [parent / name for name in names if not (parent / name).exists()]
    for group in made:
        group.mkdir()
    try:
        sweep(real)
        assert all(group.exists() for group in made)
    finally:
        for group in made:
            group.rmdir()


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
