"""What to do about a host: each kind that was tried gets words that worked there, and never those it has followed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from judge.judging.repairs import (
    GOVERNORS,
    SCOPE,
    for_counting,
    for_governor,
    for_landlock,
    for_namespaces,
    for_root,
)
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
PROFILE = (
    r"""printf 'abi <abi/4.0>,\nprofile judge "%s" flags=(unconfined) {\n  userns,\n}\n' /opt/py/bin/python"""
    " | sudo tee /etc/apparmor.d/judge && sudo apparmor_parser -r /etc/apparmor.d/judge"
)


def but(at: Surroundings, **changes: object) -> Surroundings:
    return msgspec.structs.replace(at, **changes)


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (ROOT_IN_DOCKER, f"docker run {SECCOMP} {APPARMOR} {PATHS} ..."),
        (DOCKER, f"docker run {SECCOMP} {APPARMOR} {PATHS} ..."),
        (but(DOCKER, filtered=False, masked=False), f"docker run {APPARMOR} ..."),
        (but(DOCKER, filtered=False, profile="unconfined"), "run the judge outside of this container"),
        (but(DOCKER, uid=0), f"docker run {SECCOMP} {APPARMOR} --user 1000 {PATHS} ..."),
        (but(ROOT_IN_DOCKER, capabilities=EVERY, profile="unconfined", masked=False), f"docker run {SECCOMP} ..."),
        (PODMAN, f"podman run {SECCOMP} --security-opt unmask=ALL ..."),
        (
            but(PODMAN, profile="system_u:system_r:container_t:s0:c1,c2"),
            f"podman run {SECCOMP} --security-opt label=disable --security-opt unmask=ALL ...",
        ),
        (but(PODMAN, filtered=False), "run the judge outside of this container"),
        (
            but(STUDENT, switches={"user.max_user_namespaces": "0"}),
            "echo user.max_user_namespaces=10000 | sudo tee /etc/sysctl.d/99-zz-judge.conf"
            " && sudo sysctl -p /etc/sysctl.d/99-zz-judge.conf",
        ),
        (
            but(STUDENT, switches={"kernel.unprivileged_userns_clone": "0", "user.max_user_namespaces": "9"}),
            "echo kernel.unprivileged_userns_clone=1 | sudo tee /etc/sysctl.d/99-zz-judge.conf"
            " && sudo sysctl -p /etc/sysctl.d/99-zz-judge.conf",
        ),
        (but(STUDENT, switches=RESTRICTED), PROFILE),
        (but(STUDENT, profile="ubuntu (enforce)"), PROFILE),
        (
            but(STUDENT, switches=RESTRICTED, profile="judge (unconfined)"),
            "run the judge on a host that allows user namespaces, or as root",
        ),
        (
            but(STUDENT, unit="judge.service", filtered=True),
            "set  RestrictNamespaces=no  SystemCallFilter=  in judge.service, and start it again",
        ),
        (
            but(STUDENT, uid=0, unit="judge.service"),
            "set  CapabilityBoundingSet=~  in judge.service, and start it again",
        ),
        (but(STUDENT, filtered=True), "start the judge outside of the program whose seccomp filter it is under"),
        (but(STUDENT, uid=0), "start the judge with all capabilities of root, or as an ordinary user"),
        (STUDENT, "run the judge on a host that allows user namespaces, or as root"),
        (but(STUDENT, uid=0, capabilities=EVERY), "run the judge on a host that allows namespaces"),
    ],
)
def test_what_opens_the_way_to_namespaces(at: Surroundings, words: str) -> None:
    assert for_namespaces(at, WHY, "/opt/py/bin/python") == words.replace(
        "/opt/py/bin/python", str(Path("/opt/py/bin/python").resolve())
    )


def test_a_python_that_others_use_is_told_of() -> None:
    words = for_namespaces(but(STUDENT, switches=RESTRICTED), WHY, "/usr/bin/no-such-python")
    assert words.endswith("by python3 -m venv --copies, limits it to the judge)")


def test_a_docker_host_that_is_an_ubuntu_loads_a_profile_for_the_container() -> None:
    words = for_namespaces(but(DOCKER, switches=RESTRICTED), WHY)
    assert r"profile judge flags=(unconfined) {\n  userns,\n}\n' | sudo tee /etc/apparmor.d/judge && sudo" in words
    assert words.startswith("on the host: printf ")
    assert words.endswith(f"; docker run {SECCOMP} --security-opt apparmor=judge {PATHS} ...")
    followed = but(DOCKER, switches=RESTRICTED, filtered=False, profile="judge (unconfined)", masked=False)
    assert for_namespaces(followed, WHY) == "run the judge outside of this container"


def test_a_switch_of_its_host_is_no_business_of_a_container() -> None:
    words = for_namespaces(but(DOCKER, switches={"user.max_user_namespaces": "0"}), WHY)
    assert words.startswith("on the host: echo user.max_user_namespaces=10000 | sudo tee /etc/sysctl.d/")


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (but(STUDENT, kernel=(5, 10)), "boot a kernel from 5.13 on"),
        (STUDENT, "boot with  lsm=landlock,...  in the kernel's command line"),
        (but(DOCKER, filtered=False), "on the host: boot with  lsm=landlock,...  in the kernel's command line"),
        (DOCKER, f"update docker, or docker run {SECCOMP} ..."),
    ],
)
def test_a_kernel_without_landlock(at: Surroundings, words: str) -> None:
    assert for_landlock(at, NO_LANDLOCK) == for_namespaces(at, NO_LANDLOCK) == words


def test_what_has_nothing_to_do_with_landlock_is_not_blamed_on_the_kernel() -> None:
    assert for_landlock(STUDENT, "there is no room to keep a submission") == ""


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (but(STUDENT, bus="ready"), SCOPE),
        (but(STUDENT, bus="unnamed"), f"XDG_RUNTIME_DIR=/run/user/1000 {SCOPE}"),
        (
            STUDENT,
            f"log in by ssh, not by su, and there:  {SCOPE}"
            "  or as root:  systemd-run --uid=1000 -p Delegate=yes --same-dir --pty judge run",
        ),
        (but(STUDENT, bus="ready", unit="judge.service"), "set  Delegate=yes  in judge.service, and start it again"),
        (but(STUDENT, systemd=False), "run the judge as root"),
        (but(STUDENT, uid=0), "mount the cgroup file system writable"),
        (PODMAN, "podman run --security-opt unmask=ALL ..."),
        (but(PODMAN, uid=1000, masked=False), "podman run --user 0 ..."),
        (but(PODMAN, uid=1000), "podman run --user 0 --security-opt unmask=ALL ..."),
        (ROOT_IN_DOCKER, "docker run --privileged ...  where it may do all that root may"),
        (DOCKER, "docker run --privileged ...  where it may do all that root may"),
    ],
)
def test_what_gives_the_judge_a_cgroup(at: Surroundings, words: str) -> None:
    assert for_counting(at) == words


def test_a_scope_that_was_asked_for_is_not_asked_for_again() -> None:
    assert "systemd-run" not in for_counting(but(STUDENT, bus="ready", delegated=True))


@pytest.mark.parametrize(
    ("at", "why", "words"),
    [
        (STUDENT, "others can't reach this Python", "install Python in a folder that is open to all"),
        (ROOT_IN_DOCKER, "no other user can be given", "docker run --user 1000 ..."),
        (but(STUDENT, uid=0), "no other user can be given", "start the judge as an ordinary user"),
    ],
)
def test_what_spares_boxes_from_being_root(at: Surroundings, why: str, words: str) -> None:
    assert for_root(at, why) == words


@pytest.mark.parametrize("python", ["/opt/py/bin/python", "/opt/it's 100% new/python"])
def test_the_profile_is_printed_whole_by_a_shell(python: str) -> None:
    command, _, _ = for_namespaces(but(STUDENT, switches=RESTRICTED), WHY, python).partition(" | ")
    printed = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout
    path = Path(python).resolve()
    assert printed == f'abi <abi/4.0>,\nprofile judge "{path}" flags=(unconfined) {{\n  userns,\n}}\n'
    if shutil.which("apparmor_parser") and Path("/etc/apparmor.d/abi/4.0").exists():
        subprocess.run(["apparmor_parser", "-QK"], input=printed, text=True, check=True)


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (STUDENT, f"echo performance | sudo tee {GOVERNORS}"),
        (but(STUDENT, uid=0), f"echo performance | tee {GOVERNORS}"),
        (ROOT_IN_DOCKER, f"on the host: echo performance | sudo tee {GOVERNORS}"),
    ],
)
@pytest.mark.parametrize("governors", [[], ["powersave", "performance"]])
def test_every_core_is_to_keep_its_clock_rate(at: Surroundings, words: str, governors: list[str]) -> None:
    assert for_governor(at, governors) == words


def test_a_machine_without_that_governor_gets_no_words() -> None:
    assert for_governor(STUDENT, ["powersave"]) == ""
