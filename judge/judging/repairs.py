"""What to do about what a host does not allow: facts about it become one command, or words where it takes more.

A command is typed as it is, and works where it is printed; where or why, say the words before it. What was already
followed is never said again. What takes several steps is in `judge help sandbox`.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from judge.model import Repair
from judge.sandbox.inside.rights import SETFCAP, SYS_ADMIN
from judge.sandbox.surroundings import Surroundings

RESTRICTED, SWITCHED_OFF, NUMBER = (
    "kernel.apparmor_restrict_unprivileged_userns",
    "kernel.unprivileged_userns_clone",
    "user.max_user_namespaces",
)
_CLOSED: Final = {SWITCHED_OFF: ("0", "1"), NUMBER: ("0", "10000")}  # as it is, and as it should be
PROC: Final = {"docker": "systempaths=unconfined", "podman": "unmask=ALL"}
SHARED: Final = "for all that this Python runs; one of its own, by python3 -m venv --copies, limits it to the judge:"
STARTED: Final = "add the options of this line to the command that starts the container:"
SERVICE: Final = "give its service the settings of  judge help sandbox"
SCOPE: Final = "systemd-run --user --scope -p Delegate=yes judge run"
LANDLOCK: Final = (5, 13)
GOVERNORS: Final = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"


def for_namespaces(at: Surroundings, why: str, python: str = sys.executable) -> Repair | None:
    """Return what lets this process build its jail; `why` is where that ended."""
    if "Landlock" in why:
        return for_landlock(at, why)
    closed = next(((name, good) for name, (bad, good) in _CLOSED.items() if at.switches.get(name) == bad), None)
    if closed and not at.has(SYS_ADMIN):
        return Repair(_on_host(at) or "until the next boot:", f"{_sudo(at)}sysctl -w {'='.join(closed)}")
    if at.container:
        options = list(_options(at))
        return _add(at, options) if options else Repair("run the judge outside of this container:  judge help sandbox")
    if at.unit and at.filtered:
        return Repair(SERVICE)
    if at.confined or (at.switches.get(RESTRICTED) == "1" and not at.profile.startswith("judge ")):
        return _load_profile(at, str(Path(python).resolve()))
    return Repair("run the judge on a host that allows user namespaces, or as root with all its capabilities")


def for_root(at: Surroundings, why: str) -> Repair:
    """Return what spares boxes from running as root; `why` they do."""
    if "Python" in why:
        return Repair("install Python in a folder that is open to all")
    return _add(at, ["--user 1000"]) if at.container else Repair("start the judge as an ordinary user")


def for_landlock(at: Surroundings, why: str) -> Repair | None:
    """Return what lets this process seal a box."""
    if "Landlock" not in why:
        return None
    if at.kernel < LANDLOCK:
        return Repair("boot a kernel from 5.13 on")
    if at.container and at.filtered:
        return _add(at, ["--security-opt seccomp=unconfined"], f"update {at.container}, or ")
    where = "on the host: " if at.container else ""
    return Repair(f"{where}boot with landlock at the head of lsm= in the kernel's command line")


def for_counting(at: Surroundings) -> Repair:
    """Return what gives the judge a cgroup of its own. Podman lends a container its own; Docker gives all of the
    machine, or nothing."""
    if at.container == "docker":
        return _add(at, ["--privileged"], "where it may do all that root may: ")
    if at.container:
        return _add(at, [*(["--user 0"] if at.uid else []), "--security-opt unmask=ALL"])
    if at.unit:
        return Repair(SERVICE)
    if at.uid == 0:
        return Repair("mount the cgroup file system writable")
    if at.delegated or not at.systemd:
        return Repair("run the judge as root")
    return Repair("" if at.bus else "log in by ssh, not by su, and there:", SCOPE)


def for_numba(oldest: str, newest: str, python: str = sys.executable) -> Repair:
    """Return what installs a numba between these, whose insides the judge knows."""
    return Repair(f"install numba {oldest} to {newest}:", f"{shlex.quote(python)} -m pip install 'numba=={newest}.*'")


def for_governor(at: Surroundings, governors: Sequence[str]) -> Repair | None:
    """Return the command that lets every core keep its clock rate until the next boot; none where it can't."""
    if governors and "performance" not in governors:
        return None
    return Repair(_on_host(at), f"echo performance | {_sudo(at)}tee {GOVERNORS}")


def _options(at: Surroundings) -> Iterator[str]:
    """Yield the options that a container was not started with."""
    if at.filtered:
        yield "--security-opt seccomp=unconfined"
    if "container_t" in at.profile:
        yield "--security-opt label=disable"
    elif at.confined:
        yield "--security-opt apparmor=unconfined"
    if at.uid == 0 and not at.has(SYS_ADMIN) and not at.has(SETFCAP):
        yield "--user 1000"
    if at.masked and (at.filtered or at.confined):  # else a box has no /proc
        yield f"--security-opt {PROC[at.container]}"


def _add(at: Surroundings, options: list[str], before: str = "") -> Repair:
    """Return options of a container, in a line that is whole for the image of `judge help sandbox`."""
    return Repair(f"{before}{STARTED}", f"{at.container} run {' '.join(options)} judge doctor")


def _load_profile(at: Surroundings, python: str) -> Repair:
    """Return a command that lets this interpreter make user namespaces. The system loads it at each boot."""
    text = r"""'abi <abi/4.0>,\nprofile judge "%s" flags=(unconfined) {\n  userns,\n}\n'"""
    path = "/etc/apparmor.d/judge"
    write = f"printf {text} {shlex.quote(python)} | {_sudo(at)}tee {path} && {_sudo(at)}apparmor_parser -r {path}"
    return Repair(SHARED if python.startswith("/usr/") else "", write)


def _sudo(at: Surroundings) -> str:
    return "" if at.uid == 0 and not at.container else "sudo "


def _on_host(at: Surroundings) -> str:
    return "on the host:" if at.container else ""
