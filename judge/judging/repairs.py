"""What to do about what a host does not allow: facts about it become words that work where they are printed.

Each repair names only what is still missing: what was already followed is never said again. Words for the host of a
container say so.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from judge.sandbox.inside.rights import SETFCAP, SYS_ADMIN
from judge.sandbox.surroundings import Surroundings

RESTRICTED, SWITCHED_OFF, NUMBER = (
    "kernel.apparmor_restrict_unprivileged_userns",
    "kernel.unprivileged_userns_clone",
    "user.max_user_namespaces",
)
_CLOSED: Final = {SWITCHED_OFF: ("0", "1"), NUMBER: ("0", "10000")}  # as it is, and as it should be
PROC: Final = {"docker": "systempaths=unconfined", "podman": "unmask=ALL"}
SHARED: Final = "  (for all that this Python runs; one of its own, by python3 -m venv --copies, limits it to the judge)"
SCOPE: Final = "systemd-run --user --scope -p Delegate=yes judge run"
AS_USER: Final = "systemd-run --uid={uid} -p Delegate=yes --same-dir --pty judge run"
LANDLOCK: Final = (5, 13)
GOVERNORS: Final = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"


def for_namespaces(at: Surroundings, why: str, python: str = sys.executable) -> str:
    """Return what lets this process build its jail; `why` is where that ended."""
    if "Landlock" in why:
        return for_landlock(at, why)
    if at.container:
        return "; ".join(_in_container(at)) or "run the judge outside of this container"
    if not at.has(SYS_ADMIN) and (closed := _closed(at)):
        return _switch_on(at, *closed)
    if at.unit and (settings := _unit_settings(at)):
        return _set(at, settings)
    if at.confined or (at.switches.get(RESTRICTED) == "1" and not _is_ours(at)):
        return _load_profile(at, str(Path(python).resolve()))
    if at.filtered:
        return "start the judge outside of the program whose seccomp filter it is under"
    if at.uid == 0 and not at.has(SYS_ADMIN):
        return "start the judge with all capabilities of root, or as an ordinary user"
    return "run the judge on a host that allows " + ("namespaces" if at.uid == 0 else "user namespaces, or as root")


def for_root(at: Surroundings, why: str) -> str:
    """Return what spares boxes from running as root; `why` they do."""
    if "Python" in why:
        return "install Python in a folder that is open to all"
    return _add(at, ["--user 1000"]) if at.container else "start the judge as an ordinary user"


def for_landlock(at: Surroundings, why: str) -> str:
    """Return what lets this process seal a box."""
    if "Landlock" not in why:
        return ""
    if at.kernel < LANDLOCK:
        return "boot a kernel from 5.13 on"
    if at.container and at.filtered:
        return f"update {at.container}, or {_add(at, ['--security-opt seccomp=unconfined'])}"
    return f"{_on_host(at)}boot with  lsm=landlock,...  in the kernel's command line"


def for_counting(at: Surroundings) -> str:
    """Return what gives the judge a cgroup of its own."""
    if at.container:
        return _count_in_container(at)
    if at.unit:
        return _set(at, ["Delegate=yes"])
    if at.uid == 0 or not at.systemd:
        return "mount the cgroup file system writable" if at.uid == 0 else "run the judge as root"
    if at.delegated:
        return "run the judge as root: this scope was delegated, and counts nothing"
    return {
        "ready": SCOPE,
        "unnamed": f"XDG_RUNTIME_DIR=/run/user/{at.uid} {SCOPE}",
        "": f"log in by ssh, not by su, and there:  {SCOPE}  or as root:  {AS_USER.format(uid=at.uid)}",
    }[at.bus]


def for_governor(at: Surroundings, governors: Sequence[str]) -> str:
    """Return the command that lets every core keep its clock rate until the next boot; none where it can't."""
    if governors and "performance" not in governors:
        return ""
    return f"{_on_host(at)}echo performance | {_sudo(at)}tee {GOVERNORS}"


def _count_in_container(at: Surroundings) -> str:
    """Podman lends a container its own cgroup; Docker gives all of the machine, or nothing."""
    if at.container == "docker":
        return "docker run --privileged ...  where it may do all that root may"
    options = ["--user 0"] if at.uid else []
    return _add(at, [*options, *(["--security-opt unmask=ALL"] if at.masked or not options else [])])


def _in_container(at: Surroundings) -> Iterator[str]:
    """Yield what its host has to change, then the options that it was not started with."""
    closed = _closed(at)
    if closed and not at.has(SYS_ADMIN):
        yield f"on the host: {_switch_on(at, *closed)}"
    restricted = at.switches.get(RESTRICTED) == "1" and not at.has(SYS_ADMIN) and not _is_ours(at)
    if restricted:
        yield f"on the host: {_load_profile(at, '')}"
    if options := list(_options(at, restricted=restricted)):
        covered = [f"--security-opt {PROC[at.container]}"] if at.masked else []  # else a box has no /proc
        yield _add(at, [*options, *covered])


def _options(at: Surroundings, *, restricted: bool) -> Iterator[str]:
    if at.filtered:
        yield "--security-opt seccomp=unconfined"
    if "container_t" in at.profile:
        yield "--security-opt label=disable"
    elif restricted:
        yield "--security-opt apparmor=judge"
    elif at.confined:
        yield "--security-opt apparmor=unconfined"
    if at.uid == 0 and not at.has(SYS_ADMIN) and not at.has(SETFCAP):
        yield "--user 1000"


def _unit_settings(at: Surroundings) -> list[str]:
    """Return what a service takes from its processes that a jail needs."""
    filters = ["RestrictNamespaces=no", "SystemCallFilter="] if at.filtered else []
    return [*filters, "CapabilityBoundingSet=~"] if at.uid == 0 and not at.has(SYS_ADMIN) else filters


def _set(at: Surroundings, settings: list[str]) -> str:
    return f"set  {'  '.join(settings)}  in {at.unit}, and start it again"


def _add(at: Surroundings, options: list[str]) -> str:
    return f"{at.container} run {' '.join(options)} ..."


def _closed(at: Surroundings) -> tuple[str, str] | None:
    """Return the switch of the host that forbids user namespaces, and what to set it to."""
    return next(((name, good) for name, (bad, good) in _CLOSED.items() if at.switches.get(name) == bad), None)


def _switch_on(at: Surroundings, name: str, value: str) -> str:
    """Return a command whose effect outlasts a boot, and comes after other files of its kind."""
    path = "/etc/sysctl.d/99-zz-judge.conf"
    return f"echo {name}={value} | {_sudo(at)}tee {path} && {_sudo(at)}sysctl -p {path}"


def _load_profile(at: Surroundings, python: str) -> str:
    """Return a command that lets this interpreter make user namespaces, or without one the containers that are started
    with `apparmor=judge`. The system loads it at each boot."""
    attached, named = ('"%s" ', f" {shlex.quote(python)}") if python else ("", "")
    text = rf"'abi <abi/4.0>,\nprofile judge {attached}flags=(unconfined) {{\n  userns,\n}}\n'"
    path = "/etc/apparmor.d/judge"
    shared = SHARED if python.startswith("/usr/") else ""
    return f"printf {text}{named} | {_sudo(at)}tee {path} && {_sudo(at)}apparmor_parser -r {path}{shared}"


def _is_ours(at: Surroundings) -> bool:
    return at.profile.startswith("judge ")


def _sudo(at: Surroundings) -> str:
    return "" if at.uid == 0 and not at.container else "sudo "


def _on_host(at: Surroundings) -> str:
    return "on the host: " if at.container else ""
