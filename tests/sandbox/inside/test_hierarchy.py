"""Where leaves may be made: hosts made of files, on which processes come and go as told, and this host."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.sandbox import hierarchy
from judge.sandbox.cgroup import meter_maker
from judge.sandbox.hierarchy import MAIN, MEMBERSHIP, v1_parents, v2_parents

BOTH = "cpu memory pids"
SHELL, SSHD, GHOST = 11, 12, 13
INVISIBLE = 0  # what the kernel writes for a process of another pid namespace


class Kernel:
    """The v2 file system, as far as it is used: who is moved leaves its group, and no group with processes in it hands
    controllers down."""

    def __init__(self, mount: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.mount = mount
        self.ended: set[int] = set()
        self.born: dict[int, int] = {}  # a process, and the child that it has while it is moved
        monkeypatch.setattr(hierarchy, "MOUNT", mount)
        monkeypatch.setattr(hierarchy, "MEMBERSHIP", mount / "membership")
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


def closed(group: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it belong to another user; root may write to it nevertheless, and would."""
    real = Path.stat

    def stat(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        facts = real(path, follow_symlinks=follow_symlinks)
        if path != group:
            return facts
        return os.stat_result((*facts[:4], os.geteuid() + 1, *facts[5:10]))

    monkeypatch.setattr(Path, "stat", stat)


def test_in_a_login_session_nobody_is_moved(kernel: Kernel) -> None:
    kernel.group("user.slice", hands_down=BOTH)
    home = kernel.group("user.slice/user-0.slice", hands_down=BOTH)
    session = kernel.group("user.slice/user-0.slice/session-1.scope", processes=(SSHD, SHELL, os.getpid()))
    kernel.stand_in(session)
    assert next(v2_parents()) == home
    assert kernel.members(session) == [SSHD, SHELL, os.getpid()]
    assert not (session / MAIN).exists()


def test_a_group_above_that_is_another_user_s_or_hands_nothing_down_is_left_alone(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed(kernel.group("a", hands_down=BOTH), monkeypatch)
    kernel.group("a/b", hands_down="cpu pids")
    own = kernel.group("a/b/c", processes=(SHELL, os.getpid()))
    kernel.stand_in(own)
    assert list(v2_parents()) == [kernel.mount, own]


def test_a_group_of_the_judge_s_own_is_taken_first(kernel: Kernel) -> None:
    """So that what bounds it bounds the boxes too."""
    kernel.group("a", hands_down=BOTH)
    own = kernel.group("a/own", processes=(os.getpid(),))
    kernel.stand_in(own)
    assert next(v2_parents()) == own
    assert kernel.members(own / MAIN) == [os.getpid()]
    assert hierarchy._has(own, "subtree_control")


def test_a_delegated_group_is_taken_first(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel.group("a", hands_down=BOTH)
    own = kernel.group("a/own", processes=(SHELL, os.getpid()))
    kernel.stand_in(own)
    monkeypatch.setattr(os, "getxattr", lambda _, name: b"1" if name == "trusted.delegate" else b"", raising=False)
    assert next(v2_parents()) == own
    assert kernel.members(own / MAIN) == [SHELL, os.getpid()]


def test_in_a_container_all_are_moved_and_who_ends_meanwhile_holds_up_nobody(kernel: Kernel) -> None:
    own = kernel.group("", processes=(GHOST, os.getpid(), SHELL))
    kernel.stand_in(own)
    kernel.ended.add(GHOST)
    kernel.born[SHELL] = SHELL + 10
    assert list(v2_parents()) == [own]
    assert kernel.members(own) == []
    assert kernel.members(own / MAIN) == [os.getpid(), SHELL, SHELL + 10]


def test_where_another_judge_stopped_half_way_the_rest_is_done(kernel: Kernel) -> None:
    """The judge stands in the group that was made; what is above it hands nothing down yet, or no longer."""
    own = kernel.group("a", processes=(GHOST, SHELL))
    main = kernel.group(f"a/{MAIN}", processes=(os.getpid(),))
    kernel.ended.add(GHOST)
    kernel.stand_in(main)
    assert next(v2_parents()) == own
    assert hierarchy._has(own, "subtree_control")
    kernel.put(own / "cgroup.subtree_control", "cpu")
    assert next(v2_parents()) == own
    assert hierarchy._has(own, "subtree_control")


def test_who_can_t_be_seen_can_t_be_moved(kernel: Kernel) -> None:
    own = kernel.group("", processes=(INVISIBLE, os.getpid()))
    kernel.stand_in(own)
    assert list(v2_parents()) == []
    assert kernel.members(own / MAIN) == [os.getpid()]


def test_the_root_of_all_groups_need_not_be_empty(kernel: Kernel) -> None:
    kernel.group("", processes=(1, SHELL, os.getpid()), is_root=True)
    kernel.stand_in(kernel.mount)
    assert next(v2_parents()) == kernel.mount
    assert hierarchy._has(kernel.mount, "subtree_control")
    assert kernel.members(kernel.mount) == [1, SHELL, os.getpid()]


def test_without_the_controllers_there_is_none(kernel: Kernel) -> None:
    own = kernel.group("", processes=(os.getpid(), SHELL))
    kernel.put(own / "cgroup.controllers", "cpu io")
    kernel.stand_in(own)
    assert list(v2_parents()) == []
    assert not (own / MAIN).exists()
    kernel.put(kernel.mount / "membership", "4:memory:/\n")
    assert list(v2_parents()) == []
    assert list(v1_parents()) == []


# --- this host ---
def test_the_meter_is_exact_beside_a_session_in_which_processes_come_and_go() -> None:
    """Each time anew, and those who are not of the judge stay where they are."""
    if not MEMBERSHIP.exists() or not meter_maker()[1]:
        pytest.skip("there is no cgroup of our own on this host")
    code = "from judge.sandbox.cgroup import meter_maker; print(meter_maker()[1])"
    with subprocess.Popen(["sh", "-c", "while :; do /bin/true; done"]) as session:
        try:
            before = Path(f"/proc/{session.pid}/cgroup").read_text()
            said = [subprocess.check_output([sys.executable, "-c", code], text=True) for _ in range(5)]
            assert said == ["True\n"] * 5
            assert Path(f"/proc/{session.pid}/cgroup").read_text() == before
        finally:
            session.kill()
