"""What to do about a host: each kind that was tried gets words that worked there, and never those it has followed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from judge.judging.repairs import (
    GOVERNORS,
    SCOPE,
    SERVICE,
    SHARED,
    STARTED,
    for_counting,
    for_governor,
    for_landlock,
    for_namespaces,
    for_root,
)
from judge.model import Repair
from judge.sandbox.surroundings import Surroundings

WHY = "namespaces: [Errno 1] make a user namespace: Operation not permitted"
NO_LANDLOCK = "landlock: [Errno 38] this kernel has no Landlock (it came with Linux 5.13, and can be switched off)"
DOCKER_ROOT, EVERY = 0xA80425FB, (1 << 41) - 1
RESTRICTED = {"kernel.apparmor_restrict_unprivileged_userns": "1"}
STUDENT = Surroundings(systemd=True)
DOCKER = Surroundings(container="docker", filtered=True, profile="docker-default (enforce)", masked=True)
ROOT_IN_DOCKER = msgspec.structs.replace(DOCKER, uid=0, capabilities=DOCKER_ROOT)
PODMAN = Surroundings(
    uid=0, container="podman", capabilities=0x800405FB, filtered=True, profile="crun (unconfined)", masked=True
)
SECCOMP, APPARMOR, PATHS = (
    f"--security-opt {name}=unconfined" for name in ("seccomp", "apparmor", "systempaths")
)  # fmt: skip
PYTHON = str(Path("/opt/py/bin/python").resolve())
PROFILE = (
    rf"""printf 'abi <abi/4.0>,\nprofile judge "%s" flags=(unconfined) {{\n  userns,\n}}\n' {PYTHON}"""
    " | sudo tee /etc/apparmor.d/judge && sudo apparmor_parser -r /etc/apparmor.d/judge"
)


OUTSIDE = "run the judge outside of this container:  judge help sandbox"
ELSEWHERE = "run the judge on a host that allows user namespaces, or as root with all its capabilities"
SYSCTL = "sysctl -w user.max_user_namespaces=10000"


def but(at: Surroundings, **changes: object) -> Surroundings:
    return msgspec.structs.replace(at, **changes)


def docker(*options: str) -> Repair:
    return Repair(STARTED, f"docker run {' '.join(options)} judge doctor")


def podman(*options: str) -> Repair:
    return Repair(STARTED, f"podman run {' '.join(options)} judge doctor")


def assert_told(repair: Repair | None, told: Repair) -> None:
    """Compare, and hold of a command that a shell reads it whole, as it is: without a remark or a gap in it."""
    assert repair == told
    assert repair.words or repair.command
    assert not re.search(r"\.\.\.|\n", repair.words)
    if repair.command:
        outside_of_quotes = re.sub(r"'[^']*'", "''", repair.command)
        assert not re.search(r"\.\.\.|\n|  |[();#<>]", outside_of_quotes), repair.command
        assert re.match(r"(sudo )?(docker|podman|echo|printf|sysctl|systemd-run) ", repair.command)
        assert subprocess.run(["bash", "-n", "-c", repair.command], check=True, capture_output=True).stderr == b""
        assert not repair.words or repair.words.endswith(":"), "what follows is what they speak of"


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (ROOT_IN_DOCKER, docker(SECCOMP, APPARMOR, PATHS)),
        (DOCKER, docker(SECCOMP, APPARMOR, PATHS)),
        (but(DOCKER, filtered=False, masked=False), docker(APPARMOR)),
        (but(DOCKER, filtered=False, profile="unconfined"), Repair(OUTSIDE)),
        (but(DOCKER, uid=0), docker(SECCOMP, APPARMOR, "--user 1000", PATHS)),
        (but(ROOT_IN_DOCKER, capabilities=EVERY, profile="unconfined", masked=False), docker(SECCOMP)),
        (but(DOCKER, switches={"user.max_user_namespaces": "0"}), Repair("on the host:", f"sudo {SYSCTL}")),
        (PODMAN, podman(SECCOMP, "--security-opt unmask=ALL")),
        (
            but(PODMAN, profile="system_u:system_r:container_t:s0:c1,c2"),
            podman(SECCOMP, "--security-opt label=disable", "--security-opt unmask=ALL"),
        ),
        (but(PODMAN, filtered=False), Repair(OUTSIDE)),
        (but(STUDENT, switches={"user.max_user_namespaces": "0"}), Repair("until the next boot:", f"sudo {SYSCTL}")),
        (but(STUDENT, uid=0, switches={"user.max_user_namespaces": "0"}), Repair("until the next boot:", SYSCTL)),
        (
            but(STUDENT, switches={"kernel.unprivileged_userns_clone": "0", "user.max_user_namespaces": "9"}),
            Repair("until the next boot:", "sudo sysctl -w kernel.unprivileged_userns_clone=1"),
        ),
        (but(STUDENT, switches=RESTRICTED), Repair(command=PROFILE)),
        (but(STUDENT, profile="ubuntu (enforce)"), Repair(command=PROFILE)),
        (but(STUDENT, switches=RESTRICTED, profile="judge (unconfined)"), Repair(ELSEWHERE)),
        (but(STUDENT, unit="judge.service", filtered=True), Repair(SERVICE)),
        (but(STUDENT, filtered=True), Repair(ELSEWHERE)),
        (STUDENT, Repair(ELSEWHERE)),
    ],
)
def test_what_opens_the_way_to_namespaces(at: Surroundings, told: Repair) -> None:
    assert_told(for_namespaces(at, WHY, PYTHON), told)


def test_a_python_that_others_use_is_told_of() -> None:
    repair = for_namespaces(but(STUDENT, switches=RESTRICTED), WHY, "/usr/bin/no-such-python")
    assert_told(repair, Repair(SHARED, PROFILE.replace(PYTHON, "/usr/bin/no-such-python")))


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (but(STUDENT, kernel=(5, 10)), Repair("boot a kernel from 5.13 on")),
        (STUDENT, Repair("boot with landlock at the head of lsm= in the kernel's command line")),
        (
            but(DOCKER, filtered=False),
            Repair("on the host: boot with landlock at the head of lsm= in the kernel's command line"),
        ),
        (DOCKER, Repair(f"update docker, or {STARTED}", f"docker run {SECCOMP} judge doctor")),
    ],
)
def test_a_kernel_without_landlock(at: Surroundings, told: Repair) -> None:
    assert for_landlock(at, NO_LANDLOCK) == for_namespaces(at, NO_LANDLOCK)
    assert_told(for_landlock(at, NO_LANDLOCK), told)


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (but(STUDENT, bus=True), Repair(command=SCOPE)),
        (STUDENT, Repair("log in by ssh, not by su, and there:", SCOPE)),
        (but(STUDENT, bus=True, unit="judge.service"), Repair(SERVICE)),
        (but(STUDENT, systemd=False), Repair("run the judge as root")),
        (but(STUDENT, bus=True, delegated=True), Repair("run the judge as root")),
        (but(STUDENT, uid=0), Repair("mount the cgroup file system writable")),
        (PODMAN, podman("--security-opt unmask=ALL")),
        (but(PODMAN, uid=1000), podman("--user 0", "--security-opt unmask=ALL")),
        (DOCKER, Repair(f"where it may do all that root may: {STARTED}", "docker run --privileged judge doctor")),
    ],
)
def test_what_gives_the_judge_a_cgroup(at: Surroundings, told: Repair) -> None:
    assert_told(for_counting(at), told)


@pytest.mark.parametrize(
    ("at", "why", "told"),
    [
        (STUDENT, "others can't reach this Python", Repair("install Python in a folder that is open to all")),
        (ROOT_IN_DOCKER, "no other user can be given", docker("--user 1000")),
        (but(STUDENT, uid=0), "no other user can be given", Repair("start the judge as an ordinary user")),
    ],
)
def test_what_spares_boxes_from_being_root(at: Surroundings, why: str, told: Repair) -> None:
    assert_told(for_root(at, why), told)


@pytest.mark.parametrize("python", ["/opt/py/bin/python", "/opt/it's 100% new/python"])
def test_the_profile_is_printed_whole_by_a_shell(python: str) -> None:
    repair = for_namespaces(but(STUDENT, switches=RESTRICTED), WHY, python)
    assert repair
    command, _, _ = repair.command.partition(" | ")
    printed = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout
    path = Path(python).resolve()
    assert printed == f'abi <abi/4.0>,\nprofile judge "{path}" flags=(unconfined) {{\n  userns,\n}}\n'
    if shutil.which("apparmor_parser") and Path("/etc/apparmor.d/abi/4.0").exists():
        subprocess.run(["apparmor_parser", "-QK"], input=printed, text=True, check=True)


@pytest.mark.parametrize(
    ("at", "repair"),
    [
        (STUDENT, Repair("", f"echo performance | sudo tee {GOVERNORS}")),
        (but(STUDENT, uid=0), Repair("", f"echo performance | tee {GOVERNORS}")),
        (ROOT_IN_DOCKER, Repair("on the host:", f"echo performance | sudo tee {GOVERNORS}")),
    ],
)
@pytest.mark.parametrize("governors", [[], ["powersave", "performance"]])
def test_every_core_is_to_keep_its_clock_rate(at: Surroundings, repair: Repair, governors: list[str]) -> None:
    assert for_governor(at, governors) == repair
