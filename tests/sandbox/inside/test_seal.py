"""The seal, entered for real by a child process that then tries what it may not do any more. The numbers of its calls.

Older kernels are tried as well: with fewer of Landlock's rules the filter has to deny the rest.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.model import Limits
from judge.sandbox import Sandbox
from judge.sandbox.inside import jail, seal, seccomp
from tests.boxed import solving, started
from tests.conftest import refused
from tests.make import files

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="not Linux")

TABLE = tomllib.loads(Path(__file__).with_name("seal.toml").read_text())


def tried(folder: Path, abi: int, *, alone: bool, jailed: bool = False, tries: str = "tries") -> dict[str, str]:
    """What a sealed process was answered to each of these: "done" or the error's name."""
    files(folder, {"theirs/file": "not yours", "readable/file": "not yours", "ours/": ""})
    code = TABLE["child"].format(
        root=str(Path(__file__).parents[3]),
        folder=str(folder),
        other=os.getpid(),
        abi=abi,
        alone=alone,
        jailed=jailed,
        tries=json.dumps(TABLE[tries]),
    )
    done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said: dict[str, str] = json.loads(done.stdout)
    return said


@pytest.mark.parametrize("abi", [1, 2, 3, 4, 6, 99])
def test_a_box_with_the_judges_own_user_id_can_touch_nothing_of_it(tmp_path: Path, abi: int) -> None:
    said = tried(tmp_path, abi, alone=False)
    assert [name for name, answer in said.items() if answer == "done"] == []
    for name in ("theirs", "readable"):
        assert (tmp_path / name / "file").read_text() == "not yours"


def test_a_box_in_a_jail_keeps_what_programs_need(tmp_path: Path) -> None:
    """There the files are out of sight, and its own end with it; a linker wants to change the mode of what it wrote."""
    said = tried(tmp_path, 99, alone=True, jailed=True)
    assert {name for name, answer in said.items() if answer == "done"} >= {"chmod", "utime"}
    refused = {"read", "write", "limits of another", "socket", "unshare", "memfd", "core", "session"}
    assert [name for name in refused if said[name] == "done"] == []


def test_a_box_with_a_user_id_of_its_own_marks_no_file_either(tmp_path: Path) -> None:
    """Its own files may outlive it, where no mount ends with it: a mark would tell the next one something."""
    said = tried(tmp_path, 99, alone=True)
    marks = {"chmod", "chmod by descriptor", "chown", "utime", "setxattr", "truncate"}
    assert [name for name in marks if said[name] == "done"] == []


@pytest.mark.parametrize("jailed", [True, False])
def test_no_call_asks_the_page_cache_or_clears_it(tmp_path: Path, jailed: bool) -> None:
    said = tried(tmp_path, 99, alone=True, jailed=jailed, tries="cached")
    assert {name: answer for name, answer in said.items() if answer not in ("Operation not permitted", "refused")} == {}


def test_reading_and_memory_go_on_as_ever(tmp_path: Path) -> None:
    said = tried(tmp_path, 99, alone=False, tries="needed")
    assert {name: answer for name, answer in said.items() if answer != "done"} == {}


@pytest.mark.parametrize(
    ("tier", "broken", "message", "note"),
    [
        ("landlock", "judge.sandbox.inside.seccomp.ISA = None", "landlock", "system calls"),  # there is no such tier
        ("auto", "judge.sandbox.inside.seal.seal = lambda *a, **k: None", "sealed", ""),  # it forgets to seal
    ],
)
def test_a_zygote_that_can_not_build_what_is_asked_for_runs_nothing(
    monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox, new_cgroups: Callable[[], set[str]], *, tier: Any, broken: str,
    message: str, note: str,
) -> None:  # fmt: skip
    """The seal is tried from inside, before the submission is read."""
    if tier == "auto" and sandbox.tier == "plain":
        pytest.skip("there is nothing to seal")
    client = sys.modules[type(sandbox.zygote).__module__]
    main = "judge.sandbox.inside.zygote.main"
    monkeypatch.setattr(client, "_CODE", client._CODE.replace(main, f"{broken}\n{main}"))
    with Sandbox(tier=tier, warm=False) as own:
        error = refused(started, own, solving("return None"), Limits())
    assert (error.code, message in error.message, note in error.note) == ("E303", True, True)
    assert error.note
    assert tier == "auto" or "judge doctor" in error.command
    assert new_cgroups() == set()


# --- the numbers of system calls are the kernel's own, read from its headers ------------------------------------------
HEADERS = [
    pytest.param(0, Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), id="x86_64"),
    pytest.param(1, Path("/usr/include/asm-generic/unistd.h"), id="aarch64"),
]
DEFINED = re.compile(r"^#define\s+__NR(?:3264)?_(\w+)\s+(\d+)\b", re.MULTILINE)
HEADER_NAMES = {"prlimit": "prlimit64"}
# What the judge calls itself, where Python has no function for it.
CALLED: dict[str, seccomp.Numbers] = {
    "landlock_create_ruleset": (seal.CREATE, seal.CREATE),
    "landlock_add_rule": (seal.ADD, seal.ADD),
    "landlock_restrict_self": (seal.RESTRICT, seal.RESTRICT),
    "mount_setattr": (jail.MOUNT_SETATTR, jail.MOUNT_SETATTR),
    "pivot_root": (jail.PIVOT_ROOT["x86_64"], jail.PIVOT_ROOT["aarch64"]),
    "capset": seal.CAPSET,
    "seccomp": seal.SECCOMP,
}


def of_one_call(value: object) -> bool:
    """Say whether this looks like `Numbers`."""
    return isinstance(value, tuple) and len(value) == 2 and all(one is None or type(one) is int for one in value)


def calls() -> dict[str, seccomp.Numbers]:
    """Return every call that has numbers: in a table of the filter, as a constant of its own, or among the called."""
    found = dict(CALLED)
    for name, value in vars(seccomp).items():
        if isinstance(value, dict) and value and all(map(of_one_call, value.values())):
            found.update(value)
        elif "Numbers" in str(seccomp.__annotations__.get(name)) and of_one_call(value):
            found[name.lower()] = value
    return found


def test_the_numbers_of_system_calls_are_found() -> None:
    found = calls()
    assert len(found) > 100
    assert {"ptrace", "kill", "clone3", "openat", "chmod"} <= set(found)


@pytest.mark.parametrize(("isa", "header"), HEADERS)
def test_a_number_is_the_header_s(isa: int, header: Path) -> None:
    """A call that the header does not have is newer than it, or there is none on this architecture."""
    if not header.exists():
        whose = "this machine" if isa == seccomp.ISA else "another machine"
        pytest.skip(f"without the kernel's header for {whose}: {header}")
    theirs = {name: int(number) for name, number in DEFINED.findall(header.read_text())}
    assert len(theirs) > 250
    newest = max(number for name, number in theirs.items() if name not in ("syscalls", "arch_specific_syscall"))
    for name, numbers in calls().items():
        known, ours = theirs.get(HEADER_NAMES.get(name, name)), numbers[isa]
        assert ours == known or (known is None and ours is not None and ours > newest), (name, ours, known)
