"""Each command that `judge doctor` prints is typed word for word where it was printed, and does what it says.

`judge` is in these guests a command that examines the host again, and `judge` a container's image that does the same,
so that a line that ends with `judge doctor` or `judge run` shows whether it helped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.vm.guests import MARKS, MOUNTED, PYTHON, machine, restricted, seen
from tests.vm.image import DEBIAN_13
from tests.vm.machine import Machine, quoted

pytestmark = MARKS

EXAMINE = f"#!/bin/sh\ncd /srv/judge && exec {PYTHON} -B -m tests.vm.repairs\n"
WITH_FILES = f'#!/bin/sh\ncommand=$1; shift\nexec /usr/bin/{{}} "$command" {MOUNTED} "$@"\n'
FOLDERS = "chmod 755 . && mkdir -p etc tmp usr opt srv; for one in bin sbin lib lib64; do ln -s usr/$one $one; done"
IMPORT = f"cd $(mktemp -d) && {FOLDERS} && tar -c . | /usr/bin/{{}} import --change {{}} - judge"


@pytest.fixture(scope="module")
def guest() -> Iterator[Machine]:
    with machine(DEBIAN_13) as made:
        made.must("rm /usr/local/bin/judge")
        made.write("/usr/local/bin/judge", EXAMINE)
        for command in ("docker", "podman"):
            made.write(f"/usr/local/bin/{command}", WITH_FILES.format(command))
        made.must("chmod 755 /usr/local/bin/*")
        yield made


def repair(checks: Sequence[Any], name: str) -> dict[str, str] | None:
    """Return what a check says to do; None where all is well."""
    [check] = [check for check in checks if check["name"] == name]
    found: dict[str, str] | None = check["mend"]
    assert bool(found) == (check["state"] != "ok"), check
    return found


def command(checks: Sequence[Any], name: str) -> str:
    found = repair(checks, name)
    assert found
    assert found["command"]
    return found["command"]


def with_image(guest: Machine, program: str, user: str = "root") -> None:
    entry = 'ENTRYPOINT ["/bin/sh", "/usr/local/bin/judge"]'
    guest.must(IMPORT.format(program, quoted([entry])), user)


@pytest.mark.parametrize("user", ["", "--user 1000"])
def test_docker_is_repaired_by_what_is_told(guest: Machine, user: str) -> None:
    with_image(guest, "docker")
    before = seen(guest, f"docker run {user} judge doctor")
    opened = command(before, "sandbox namespaces")
    assert not repair(seen(guest, opened), "sandbox namespaces")
    counted = command(before, "counting")
    after = seen(guest, counted)
    assert not repair(after, "counting")
    assert not repair(after, "sandbox namespaces")


def test_podman_without_root_is_repaired_by_what_is_told(guest: Machine) -> None:
    with_image(guest, "podman", "student")
    counted = command(seen(guest, "podman run judge doctor", "student"), "counting")
    assert not repair(seen(guest, counted, "student"), "counting")


def test_a_user_over_ssh_and_after_su(guest: Machine) -> None:
    scope = command(seen(guest, "judge", "student"), "counting")
    assert not repair(seen(guest, scope, "student"), "counting")
    by_ssh = repair(seen(guest, "su student -c judge"), "counting")
    assert by_ssh
    assert "log in by ssh" in by_ssh["words"]
    assert by_ssh["command"] == scope


def test_a_switch_of_the_kernel_is_turned_by_what_is_told(guest: Machine) -> None:
    guest.must("sysctl -q user.max_user_namespaces=0")
    guest.must(command(seen(guest, "judge", "student"), "sandbox namespaces"))
    assert not repair(seen(guest, "judge", "student"), "sandbox namespaces")


def test_the_profile_for_the_interpreter_lifts_the_restriction_of_ubuntu(guest: Machine) -> None:
    judge = restricted(guest, "judge")
    guest.must(command(seen(guest, judge, "student"), "sandbox namespaces"))  # by who may, as sudo in it asks
    held = guest.must(f"{PYTHON} -c \"print(open('/proc/self/attr/current').read())\"", "student")
    assert held.strip() == "judge (unconfined)"
    assert not repair(seen(guest, judge, "student"), "sandbox namespaces")
