"""What the tests of hosts share: when they run, and how a guest is asked what it gives."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from tests.vm.image import INSTALL, Recipe, image, missing_tools
from tests.vm.machine import Machine, booted, quoted

MARKS = [
    pytest.mark.vm,
    pytest.mark.timeout(3 * 3600),
    pytest.mark.skipif(bool(missing_tools()), reason=f"{', '.join(missing_tools())} missing: {INSTALL}"),
    pytest.mark.skipif(os.geteuid() != 0, reason="making a disk takes root"),
]
PYTHON = "/opt/venv/bin/python"
PROBE = f"cd /srv/judge && {PYTHON} -B -m tests.vm.probe"
DELEGATED = "systemd-run --user --scope -q -p Delegate=yes"
MOUNTED = (
    "--rm --network none --tmpfs /tmp:mode=1777,exec "
    "-v /usr:/usr:ro -v /opt:/opt:ro -v /srv:/srv:ro -v /etc/ssl:/etc/ssl:ro -w /srv/judge"
)
# As Ubuntu restricts who is not confined: user namespaces without rights, but for programs with a profile of their own.
UBUNTU = "abi <abi/4.0>,\nprofile ubuntu {\n  allow all,\n  audit deny capability,\n  allow pix /**,\n}\n"


def machine(recipe: Recipe) -> Any:
    """A guest by a recipe, as long as it is needed."""
    return booted(image(recipe))


def seen(guest: Machine, command: str, user: str = "root") -> Any:
    """Run a command that ends with a line of JSON; return what that says."""
    said = guest.run(command, user)
    last = said.text.strip().rpartition("\n")[2]
    assert last.startswith(("{", "[")), f"{command}: {said}"
    return json.loads(last)


def restricted(guest: Machine, command: str) -> str:
    """Return a command that runs another under Ubuntu's restriction of user namespaces."""
    guest.write("/etc/apparmor.d/ubuntu", UBUNTU)
    guest.must("apparmor_parser -r /etc/apparmor.d/ubuntu")
    return f"aa-exec -p ubuntu -- sh -c {quoted([command])}"
