"""Facts about a host are read from files; here from made-up ones, as each kind of host showed them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from judge.sandbox import Surroundings
from tests.make import files as laid

STATUS = "Name:\tcat\nUid:\t{0}\t{0}\t{0}\t{0}\nCapEff:\t{1}\nNoNewPrivs:\t0\nSeccomp:\t{2}\n"
OWN_PROC = "24 28 0:22 / /proc rw - proc proc rw\n34 24 0:29 / /proc/sys/fs/binfmt_misc rw - autofs systemd-1 rw\n"
MASKED = "183 182 0:45 / /proc rw - proc proc rw\n61 183 0:46 /null /proc/kcore rw - tmpfs tmpfs rw\n"
USUAL = {
    "proc/self/status": STATUS.format(1000, "0" * 16, 0),
    "proc/self/mountinfo": OWN_PROC,
    "proc/sys/kernel/osrelease": "6.12.107+deb13",
}
PROFILE, APPARMOR, GROUP = "proc/self/attr/current", "proc/self/attr/apparmor/current", "proc/self/cgroup"
DOCKER = {
    **{
        ".dockerenv": "",
        PROFILE: "docker-default (enforce)\n",
        APPARMOR: "docker-default (enforce)\n",
        GROUP: "0::/\n",
    },
    **{"proc/self/mountinfo": MASKED, "proc/self/status": STATUS.format(0, "00000000a80425fb", 2)},
}
STARTED, SLICE = {"INVOCATION_ID": "1"}, "user.slice/user-1000.slice/user@1000.service/app.slice/run-1.scope"
BUS = {"run/user/1000/bus": "", "run/systemd/system/x": ""}
SWITCHES = {"kernel.apparmor_restrict_unprivileged_userns": "1", "user.max_user_namespaces": "0"}
Files = dict[str, str]


def of(root: Path, files: Files, environment: Files | None = None) -> Surroundings:
    return Surroundings.of_host(laid(root, USUAL | files), environment or {})


def test_an_ordinary_user_has_lost_nothing(tmp_path: Path) -> None:
    assert of(tmp_path, {}) == Surroundings()


@pytest.mark.parametrize(
    ("files", "environment", "facts"),
    [
        # Root of a Docker container may hand out rights, but not mount.
        (DOCKER, {}, {"uid": 0, "container": "docker", "filtered": True, "masked": True, "confined": True, "unit": ""}),
        (DOCKER, {}, {"powerless": False, "administers": False}),
        # A profile that holds to nothing is none.
        *(
            ({"run/.containerenv": "", PROFILE: profile}, {}, {"container": "podman", "confined": confined})
            for profile, confined in (
                ("", False),
                ("unconfined\n", False),
                ("crun (unconfined)", False),
                ("docker-default (enforce)", True),
                ("system_u:system_r:container_t:s0:c1,c2\0", True),
            )
        ),
        # A service is one that systemd started.
        ({GROUP: "0::/system.slice/judge.service"}, STARTED, {"unit": "judge.service"}),
        ({GROUP: "0::/system.slice/judge.service/part"}, STARTED, {"unit": "judge.service"}),
        ({GROUP: "2:cpu:/x\n1:name=systemd:/system.slice/judge.service"}, STARTED, {"unit": "judge.service"}),
        ({GROUP: "0::/system.slice/ssh.service"}, {}, {"unit": ""}),
        ({GROUP: f"0::/{SLICE}"}, STARTED, {"unit": ""}),
        ({GROUP: ""}, STARTED, {"unit": ""}),
        # The bus of a user.
        ({"run/systemd/system/x": ""}, {"XDG_RUNTIME_DIR": "/run/user/1000"}, {"bus": False}),
        (BUS, {"XDG_RUNTIME_DIR": "/run/user/1000"}, {"bus": True}),
        (BUS, {"XDG_RUNTIME_DIR": "/run/user/0"}, {"bus": False}),
        (BUS, {}, {"bus": False}),
        # Switches of the host, and a group that can hand on what is counted.
        ({f"proc/sys/{name.replace('.', '/', 1)}": f"{value}\n" for name, value in SWITCHES.items()}, {},
         {"switches": SWITCHES}),
        ({"proc/sys/kernel/osrelease": "5.10.0-30-amd64\n"}, {}, {"kernel": (5, 10)}),
        *(
            ({GROUP: f"0::/{SLICE}", f"sys/fs/cgroup/{SLICE}/cgroup.controllers": held}, {}, {"delegated": delegated})
            for held, delegated in (("cpu memory pids", True), ("cpu", False))
        ),
    ],
)  # fmt: skip
def test_what_a_host_tells(tmp_path: Path, files: Files, environment: Files, facts: dict[str, Any]) -> None:
    at = of(tmp_path, files, environment)
    assert {name: getattr(at, name) for name in facts} == facts


def test_the_host_of_this_test_is_read_as_well() -> None:
    at = Surroundings.of_host()
    assert (at.uid, at.kernel > (3, 0)) == (os.geteuid(), True)
