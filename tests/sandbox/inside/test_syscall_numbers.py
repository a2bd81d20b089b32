"""The numbers of system calls are the kernel's own, read from its headers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.sandbox.inside import jail, seal, seccomp

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


def test_the_tables_are_found() -> None:
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
