"""The meter by cgroup, of leaves that are made of files; and where leaves may be made, on hosts made of files, on which
processes come and go as told."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.locks import make_held
from judge.model import Limits
from judge.sandbox import Sandbox, cgroup
from judge.sandbox.box import POLL_S
from judge.sandbox.cgroup import MAIN, CgroupMeter, v1_parents, v2_parents
from tests.boxed import attempted, solving

LIMITS = Limits(memory=300, processes=8)
CALM = "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n"


@pytest.fixture
def parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which each leaf gets the files that a kernel before 5.19 gives it."""

    def make(parent: Path) -> tuple[Path, int]:
        leaf, lock = make_held(parent)
        for file in ("memory.max", "memory.swap.max", "pids.max", "cgroup.procs", "cgroup.kill"):
            (leaf / file).touch()
        put(leaf, "memory.current", "0\n")
        put(leaf, "memory.events", CALM)
        return leaf, lock

    monkeypatch.setattr(cgroup, "make_held", make)
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
    monkeypatch.setitem(cgroup.FILES, "peak", (cgroup.FILES["peak"][0], "unified/memory.hidden"))


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


def test_where_no_peak_is_kept_memory_is_looked_at_early(made_up: CgroupMeter) -> None:
    assert not made_up.keeps_peak
    assert made_up.looks_s is not None
    assert max(made_up.looks_s) < POLL_S


@pytest.mark.parametrize("version", [1, 2])
def test_a_peak_that_the_kernel_keeps_is_told_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    """And what is read and set are the files of this version."""

    def make(parent: Path) -> tuple[Path, int]:
        leaf, lock = make_held(parent)
        for names in cgroup.FILES.values():
            hierarchy, file = names[version - 1].split("/")
            if hierarchy in ("unified", parent.name):
                put(leaf, file, "max 3\noom_kill 0\n" if file in ("memory.events", "memory.oom_control") else "0\n")
        put(leaf, "memory.peak" if version == 2 else "memory.max_usage_in_bytes", f"{7 << 20}\n")
        return leaf, lock

    monkeypatch.setattr(cgroup, "make_held", make)
    hierarchies = ("unified",) if version == 2 else ("cpuacct", "memory", "pids")
    for name in hierarchies:
        (tmp_path / name).mkdir()
    meter = CgroupMeter({name: tmp_path / name for name in hierarchies}, LIMITS)
    assert (meter.keeps_peak, meter.looks_s, meter.memory_bytes()) == (True, None, 7 << 20)
    written = {path.name: path.read_text().strip() for leaf in meter.leaves.values() for path in leaf.iterdir()}
    memory = {"memory.max": str(300 << 20), "memory.swap.max": "0"}
    if version == 1:
        memory = dict.fromkeys(("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"), str(300 << 20))
    assert written.items() >= {**memory, "pids.max": "8"}.items()
    for leaf in meter.leaves.values():
        for file in leaf.iterdir():
            file.unlink()
    meter.close()


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


# --- hosts ------------------------------------------------------------------------------------------------------------
BOTH = "cpu memory pids"
SHELL, SSHD, GHOST, CHILD = 11, 12, 13, 21
INVISIBLE = 0  # what the kernel writes for a process of another pid namespace


class Kernel:
    """The v2 file system, as far as it is used: who is moved leaves its group, and no group with processes in it hands
    controllers down."""

    def __init__(self, mount: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.mount, self.patch = mount, monkeypatch
        self.ended: set[int] = set()
        self.born: dict[int, int] = {}  # a process, and the child that it has while it is moved
        monkeypatch.setattr(cgroup, "MOUNT", mount)
        monkeypatch.setattr(cgroup, "MEMBERSHIP", mount / "membership")
        mkdir = Path.mkdir

        def make(path: Path, *, parents: bool = False, exist_ok: bool = False) -> None:
            if not path.exists():
                mkdir(path, parents=parents)
                self.fill(path)

        def write(path: Path, text: str) -> None:  # a function, as only these become methods
            self.write(path, text)

        monkeypatch.setattr(Path, "mkdir", make)
        monkeypatch.setattr(Path, "write_text", write)
        self.group("", is_root=True, hands_down=BOTH)

    def group(self, path: str, *, processes: tuple[int, ...] = (), hands_down: str = "", is_root: bool = False) -> Path:
        group = self.mount / path
        group.mkdir(parents=True)
        self.fill(group, processes, hands_down)
        if is_root:
            (group / "cgroup.type").unlink()
        return group

    def fill(self, group: Path, processes: tuple[int, ...] = (), hands_down: str = "") -> None:
        self.put(group / "cgroup.type", "domain")
        self.put(group / "cgroup.procs", " ".join(map(str, processes)))
        self.put(group / "cgroup.controllers", BOTH)
        self.put(group / "cgroup.subtree_control", hands_down)

    def stand_in(self, group: Path) -> None:
        self.put(self.mount / "membership", f"0::/{group.relative_to(self.mount)}\n")

    def put(self, path: Path, text: str) -> None:
        with path.open("w") as file:
            file.write(text)

    def members(self, group: Path) -> list[int]:
        return [int(word) for word in (group / "cgroup.procs").read_text().split()]

    def write(self, path: Path, text: str) -> None:
        if path.name == "cgroup.subtree_control":
            if self.members(path.parent) and (path.parent / "cgroup.type").exists():
                raise OSError(errno.EBUSY, "Device or resource busy")
            self.put(path, BOTH)
            return
        pid = int(text)
        assert pid != INVISIBLE, "this would have moved ourselves"
        for procs in self.mount.rglob("cgroup.procs"):
            left = self.members(procs.parent)
            if pid in left:
                left.remove(pid)
                left += [child for child in [self.born.pop(pid, None)] if child]
                self.put(procs, " ".join(map(str, left)))
        if pid in self.ended:
            raise ProcessLookupError
        self.put(path, " ".join(map(str, [*self.members(path.parent), pid])))


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return Kernel(tmp_path / "cgroup", monkeypatch)


def stands_apart(kernel: Kernel, how: str) -> None:
    """Let systemd leave a group to the judge, or let group `a` belong to another user: root would write to it too."""
    real = Path.stat

    def stat(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        facts = real(path, follow_symlinks=follow_symlinks)
        if path != kernel.mount / "a":
            return facts
        return os.stat_result((*facts[:4], os.geteuid() + 1, *facts[5:10]))

    if how == "theirs":
        kernel.patch.setattr(Path, "stat", stat)
    if how == "delegated":
        kernel.patch.setattr(os, "getxattr", lambda _, name: b"1" if name == "trusted.delegate" else b"", raising=False)


ME, SESSION = os.getpid(), "user.slice/user-0.slice/session-1.scope"
LOGIN = {"user.slice": ((), BOTH), "user.slice/user-0.slice": ((), BOTH), SESSION: ((SSHD, SHELL, ME), "")}
Groups = dict[str, tuple[tuple[int, ...], str]]  # of each its processes, and what it hands down


@pytest.mark.parametrize(
    ("how", "groups", "found", "members"),
    [
        # In a login session nobody is moved.
        ("", LOGIN, ["user.slice/user-0.slice"], {SESSION: [SSHD, SHELL, ME]}),
        # A group above that is another user's, or hands nothing down, is left alone.
        ("theirs", {"a": ((), BOTH), "a/b": ((), "cpu pids"), "a/b/c": ((SHELL, ME), "")}, [".", "a/b/c", None], {}),
        # A group of the judge's own is taken first, as what bounds it bounds the boxes too; so is a delegated one.
        ("", {"a": ((), BOTH), "a/own": ((ME,), "")}, ["a/own"], {f"a/own/{MAIN}": [ME]}),
        ("delegated", {"a": ((), BOTH), "a/own": ((SHELL, ME), "")}, ["a/own"], {f"a/own/{MAIN}": [SHELL, ME, CHILD]}),
        # In a container all are moved, and who ends meanwhile holds up nobody.
        ("", {".": ((GHOST, ME, SHELL), "")}, [".", None], {".": [], MAIN: [ME, SHELL, CHILD]}),
        # The judge stands in the group that another has made, which hands nothing down yet, or no longer.
        ("", {"a": ((GHOST, SHELL), ""), f"a/{MAIN}": ((ME,), "")}, ["a"], {f"a/{MAIN}": [ME, SHELL, CHILD]}),
        ("", {"a": ((), "cpu"), f"a/{MAIN}": ((ME,), "")}, ["a"], {f"a/{MAIN}": [ME]}),
        # Who can't be seen can't be moved.
        ("", {".": ((INVISIBLE, ME), "")}, [None], {MAIN: [ME]}),
        # The root of all groups need not be empty.
        ("root", {".": ((1, SHELL, ME), BOTH)}, ["."], {".": [1, SHELL, ME]}),
    ],
)
def test_where_leaves_may_be_made(
    kernel: Kernel, how: str, groups: Groups, found: list[str | None], members: dict[str, list[int]]
) -> None:
    for path, (processes, hands_down) in groups.items():
        kernel.group(path, processes=processes, hands_down=hands_down, is_root=how == "root")
    *_, own = groups
    kernel.stand_in(kernel.mount / own)
    kernel.ended.add(GHOST)
    kernel.born[SHELL] = CHILD
    stands_apart(kernel, how)
    parents = v2_parents()
    assert [next(parents, None) for _ in found] == [one and kernel.mount / one for one in found]
    assert {path: kernel.members(kernel.mount / path) for path in members} == members
    assert all(cgroup._has(kernel.mount / one, "subtree_control") for one in found if one)
    assert not (kernel.mount / SESSION / MAIN).exists()


def test_without_the_controllers_there_is_none(kernel: Kernel) -> None:
    own = kernel.group("", processes=(os.getpid(), SHELL))
    kernel.put(own / "cgroup.controllers", "cpu io")
    kernel.stand_in(own)
    assert list(v2_parents()) == []
    assert not (own / MAIN).exists()
    kernel.put(kernel.mount / "membership", "4:memory:/\n")
    assert list(v2_parents()) == []
    assert list(v1_parents()) == []
