"""Facts about a host are read from files; here from made-up ones, as each kind of host showed them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from judge.sandbox import Surroundings

STATUS = "Name:\tcat\nUid:\t{uid}\t{uid}\t{uid}\t{uid}\nCapEff:\t{capabilities}\nNoNewPrivs:\t0\nSeccomp:\t{seccomp}\n"
OWN_PROC = "24 28 0:22 / /proc rw - proc proc rw\n34 24 0:29 / /proc/sys/fs/binfmt_misc rw - autofs systemd-1 rw\n"
MASKED = "183 182 0:45 / /proc rw - proc proc rw\n61 183 0:46 /null /proc/kcore rw - tmpfs tmpfs rw\n"
NONE = "0" * 16
DOCKER = "00000000a80425fb"


def host(root: Path, files: Mapping[str, str], *, uid: int = 1000, capabilities: str = NONE, seccomp: int = 0) -> Path:
    """A folder with these files, and what every host has."""
    status = STATUS.format(uid=uid, capabilities=capabilities, seccomp=seccomp)
    usual = {"proc/self/status": status, "proc/self/mountinfo": OWN_PROC, "proc/sys/kernel/osrelease": "6.12.107+deb13"}
    for name, text in {**usual, **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_an_ordinary_user_has_lost_nothing(tmp_path: Path) -> None:
    assert Surroundings.of_host(host(tmp_path, {}), {}) == Surroundings()


def test_root_of_a_docker_container(tmp_path: Path) -> None:
    files = {
        ".dockerenv": "",
        "proc/self/attr/current": "docker-default (enforce)\n",
        "proc/self/attr/apparmor/current": "docker-default (enforce)\n",
        "proc/self/mountinfo": MASKED,
        "proc/self/cgroup": "0::/\n",
    }
    at = Surroundings.of_host(host(tmp_path, files, uid=0, capabilities=DOCKER, seccomp=2), {})
    assert (at.uid, at.container, at.filtered, at.masked, at.confined, at.unit) == (0, "docker", True, True, True, "")
    assert (at.powerless, at.administers) == (False, False), "it may hand out rights, but not mount"


@pytest.mark.parametrize(
    ("profile", "confined"),
    [
        ("", False),
        ("unconfined\n", False),
        ("crun (unconfined)", False),
        ("docker-default (enforce)", True),
        ("system_u:system_r:container_t:s0:c1,c2\0", True),
    ],
)
def test_a_profile_that_holds_to_nothing_is_none(tmp_path: Path, profile: str, confined: bool) -> None:
    at = Surroundings.of_host(host(tmp_path, {"run/.containerenv": "", "proc/self/attr/current": profile}), {})
    assert (at.container, at.confined) == ("podman", confined)


@pytest.mark.parametrize(
    ("group", "environment", "unit"),
    [
        ("0::/system.slice/judge.service", {"INVOCATION_ID": "1"}, "judge.service"),
        ("0::/system.slice/judge.service/part", {"INVOCATION_ID": "1"}, "judge.service"),
        ("2:cpu:/x\n1:name=systemd:/system.slice/judge.service", {"INVOCATION_ID": "1"}, "judge.service"),
        ("0::/system.slice/ssh.service", {}, ""),
        ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/run-1.scope", {"INVOCATION_ID": "1"}, ""),
        ("", {"INVOCATION_ID": "1"}, ""),
    ],
)
def test_a_service_is_one_that_systemd_started(
    tmp_path: Path, group: str, environment: dict[str, str], unit: str
) -> None:
    assert Surroundings.of_host(host(tmp_path, {"proc/self/cgroup": group}), environment).unit == unit


@pytest.mark.parametrize(
    ("there", "environment", "bus"),
    [
        (False, {"XDG_RUNTIME_DIR": "/run/user/1000"}, False),
        (True, {"XDG_RUNTIME_DIR": "/run/user/1000"}, True),
        (True, {"XDG_RUNTIME_DIR": "/run/user/0"}, False),
        (True, {}, False),
    ],
)
def test_the_bus_of_a_user(tmp_path: Path, there: bool, environment: dict[str, str], bus: bool) -> None:
    files = {"run/user/1000/bus": ""} if there else {}
    assert Surroundings.of_host(host(tmp_path, {**files, "run/systemd/system/x": ""}), environment).bus == bus


def test_switches_of_the_host(tmp_path: Path) -> None:
    files = {
        "proc/sys/kernel/apparmor_restrict_unprivileged_userns": "1\n",
        "proc/sys/user/max_user_namespaces": "0\n",
        "proc/sys/kernel/osrelease": "5.10.0-30-amd64\n",
    }
    at = Surroundings.of_host(host(tmp_path, files), {})
    assert at.switches == {"kernel.apparmor_restrict_unprivileged_userns": "1", "user.max_user_namespaces": "0"}
    assert at.kernel == (5, 10)


@pytest.mark.parametrize(("controllers", "delegated"), [("cpu memory pids", True), ("cpu", False)])
def test_a_group_that_can_hand_on_what_is_counted(tmp_path: Path, controllers: str, delegated: bool) -> None:
    group = "user.slice/user-1000.slice/user@1000.service/app.slice/run-1.scope"
    files = {
        "proc/self/cgroup": f"0::/{group}",
        f"sys/fs/cgroup/{group}/cgroup.controllers": controllers,
    }
    assert Surroundings.of_host(host(tmp_path, files), {}).delegated == delegated


def test_the_host_of_this_test_is_read_as_well() -> None:
    at = Surroundings.of_host()
    assert at.uid == os.geteuid()
    assert at.kernel > (3, 0)
