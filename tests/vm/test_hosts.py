"""The hosts that users have, each as a virtual machine: which box it gives, whether its figures are true, and whether
what is printed to repair it works there, word for word.

Run by `pytest -m vm -n0`, as root, where the tools of image.py are installed. An emulated machine is some twenty times
slower than a real one, so these tests look at facts, and never at times; they take about an hour.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.vm.guests import DELEGATED, MARKS, MOUNTED, PROBE, PYTHON, machine, restricted, seen
from tests.vm.image import DEBIAN_12, DEBIAN_13, LINUX_5_10
from tests.vm.machine import Machine, quoted

pytestmark = MARKS

TRIALS = f"cd /srv/judge && JUDGE_TRIALS_SLOWER=20 {PYTHON} -B -m tests.vm.trials"
OPEN = "--security-opt seccomp=unconfined --security-opt systempaths=unconfined --security-opt apparmor=unconfined"


@pytest.fixture(scope="module")
def debian_13() -> Iterator[Machine]:
    with machine(DEBIAN_13) as guest:
        yield guest


@pytest.fixture(scope="module")
def debian_12() -> Iterator[Machine]:
    with machine(DEBIAN_12) as guest:
        yield guest


@pytest.fixture(scope="module")
def linux_5_10() -> Iterator[Machine]:
    with machine(LINUX_5_10) as guest:
        yield guest


def reached(guest: Machine, command: str, user: str = "root") -> tuple[str, str]:
    """Return tier and clock; an honest program must be right there, whatever they are."""
    found = seen(guest, command, user)
    assert found.get("honest", {}).get("verdict") == "AC", found
    return found["tier"], found["clock"]


def assert_true(found: dict[str, Any]) -> None:
    """Check each figure against what the program is known to use."""
    assert found["tier"] == "namespaces", found
    assert found["child"]["verdict"] == "AC", found
    assert 2 <= found["child"]["cpu_s"] < 6, found
    assert found["peak"]["verdict"] == "AC", found
    assert 200 <= found["peak"]["memory_mib"] < 230, found
    assert found["memory"]["verdict"] == "MLE", found
    assert found["memory"]["memory_mib"] >= 380, found
    assert found["forks"]["verdict"] in ("RTE", "TLE", "MLE"), found
    assert found["sleeper"]["verdict"] == "TLE", found
    assert found["secret"]["verdict"] == found["network"]["verdict"] == "RTE", found
    if found["clock"] == "cgroup":
        assert 2 <= found["grandchild"]["cpu_s"] < 6, found
        assert not found["missing"], found


# --- Debian, without a container --------------------------------------------------------------------------------------
def test_root_over_ssh_has_everything(debian_13: Machine) -> None:
    found = seen(debian_13, f"{PROBE} whole")
    assert found["clock"] == "cgroup"
    assert_true(found)


def test_a_user_with_a_delegated_scope_has_everything(debian_13: Machine) -> None:
    found = seen(debian_13, f"{DELEGATED} bash -c {quoted([f'{PROBE} whole'])}", "student")
    assert found["clock"] == "cgroup"
    assert_true(found)


def test_a_user_over_ssh_has_namespaces(debian_13: Machine) -> None:
    found = seen(debian_13, f"{PROBE} whole", "student")
    assert found["clock"] == "processes"
    assert_true(found)


def test_after_su_a_user_has_namespaces(debian_13: Machine) -> None:
    assert reached(debian_13, f"su student -c {quoted([PROBE])}") == ("namespaces", "processes")


def test_the_meter_is_exact_beside_processes_that_come_and_go(debian_13: Machine) -> None:
    busy = "(while :; do /bin/true; done) & busy=$!; trap 'kill $busy' EXIT"
    assert reached(debian_13, f"{busy}; {PROBE}") == ("namespaces", "cgroup")
    delegated = f"{busy}; {PROBE}; {PROBE}"
    assert reached(debian_13, f"{DELEGATED} bash -c {quoted([delegated])}", "student") == ("namespaces", "cgroup")


def test_no_session_of_others_is_moved(debian_13: Machine) -> None:
    where = "cat /proc/$$/cgroup; cat /proc/$PPID/cgroup"
    before, _, after = debian_13.must(f"{where}; echo then; {PROBE} >&2; {where}").partition("then\n")
    lines = [line for line in after.splitlines() if line.startswith("0::")]
    assert lines == before.splitlines()


@pytest.mark.parametrize(
    ("user", "clock", "before"),
    [("root", "cgroup", ""), ("student", "processes", ""), ("student", "cgroup", DELEGATED)],
)
def test_hostile_programs_are_contained(debian_13: Machine, user: str, clock: str, before: str) -> None:
    found = seen(debian_13, f"{before} bash -c {quoted([TRIALS])}", user)
    assert (found["tier"], found["clock"]) == ("namespaces", clock)
    assert len(found["tried"]) > 30
    assert found["wrong"] == {}


def test_hostile_programs_are_contained_by_landlock(debian_13: Machine) -> None:
    unit = "systemd-run -q --wait --pipe -p 'SystemCallFilter=~@mount' -p RestrictNamespaces=yes"
    found = seen(debian_13, f"{unit} bash -c {quoted([TRIALS])}")
    assert found["tier"] == "landlock"
    assert len(found["tried"]) > 30
    assert found["wrong"] == {}


def test_without_user_namespaces_there_is_landlock(debian_13: Machine) -> None:
    debian_13.must("sysctl -q user.max_user_namespaces=0")
    try:
        assert reached(debian_13, PROBE, "student")[0] == "landlock"
    finally:
        debian_13.must("sysctl -q user.max_user_namespaces=30000")


def test_under_the_restriction_of_ubuntu_there_is_landlock(debian_13: Machine) -> None:
    assert reached(debian_13, restricted(debian_13, PROBE), "student")[0] == "landlock"


def test_a_hardened_service_has_landlock(debian_13: Machine) -> None:
    unit = "systemd-run -q --wait --pipe -p 'SystemCallFilter=~@mount' -p RestrictNamespaces=yes"
    assert reached(debian_13, f"{unit} bash -c {quoted([PROBE])}")[0] == "landlock"


def test_a_dynamic_user_gets_a_box(debian_13: Machine) -> None:
    unit = "systemd-run -q --wait --pipe -p DynamicUser=yes"
    assert reached(debian_13, f"{unit} bash -c {quoted([PROBE])}")[0] == "namespaces"


def test_root_of_a_namespace_with_one_id_gets_a_box(debian_13: Machine) -> None:
    for user in ("root", "student"):
        assert reached(debian_13, f"unshare -Ur bash -c {quoted([PROBE])}", user)[0] == "namespaces"


def test_two_judges_that_see_no_pid_of_each_other_share_a_folder(debian_13: Machine) -> None:
    apart = f"unshare -p -f --mount-proc bash -c {quoted([PROBE])}"
    command = f"{apart} > /tmp/one & {PROBE} > /tmp/two; wait; cat /tmp/one /tmp/two"
    lines = [json.loads(line) for line in debian_13.must(command).splitlines()]
    assert [line["honest"]["verdict"] for line in lines] == ["AC", "AC"]


def test_debian_12_has_everything(debian_12: Machine) -> None:
    found = seen(debian_12, f"{PROBE} whole")
    assert found["clock"] == "cgroup"
    assert_true(found)


def test_before_memory_peak_memory_is_the_most_that_was_seen(linux_5_10: Machine) -> None:
    assert linux_5_10.must("uname -r").startswith("5.10")
    found = seen(linux_5_10, f"{PROBE} whole")
    assert found["tier"] == "plain", "this kernel has no Landlock"
    assert any("memory" in said for said in found["missing"]), found
    assert 190 <= found["peak"]["memory_mib"] <= 220, found
    assert found["memory"]["verdict"] == "MLE", found
    assert found["memory"]["memory_mib"] >= 380, found


# --- containers -------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def docker(debian_13: Machine) -> str:
    """An image that has nothing of its own: what it runs lies in folders of the host."""
    folders = "chmod 755 . && mkdir -p etc tmp usr opt srv; for one in bin sbin lib lib64; do ln -s usr/$one $one; done"
    debian_13.must(f"cd $(mktemp -d) && {folders} && tar -c . | docker import - tiny")
    return "tiny"


def in_docker(options: str, image_name: str) -> str:
    return f"docker run {MOUNTED} {options} {image_name} {PYTHON} -B -m tests.vm.probe"


@pytest.mark.parametrize("user", ["", "--user 1000"])
def test_docker_as_it_comes_has_landlock(debian_13: Machine, docker: str, user: str) -> None:
    assert reached(debian_13, in_docker(user, docker)) == ("landlock", "processes")


@pytest.mark.parametrize("user", ["", "--user 1000"])
def test_docker_with_the_printed_words_has_namespaces(debian_13: Machine, docker: str, user: str) -> None:
    assert reached(debian_13, in_docker(f"{OPEN} {user}", docker)) == ("namespaces", "processes")


def test_docker_privileged_has_everything(debian_13: Machine, docker: str) -> None:
    assert reached(debian_13, in_docker("--privileged", docker)) == ("namespaces", "cgroup")
