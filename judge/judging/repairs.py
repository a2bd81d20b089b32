"""What to do about what a host does not allow: facts about it become commands that work where they are printed.

Each repair names only what is still missing: what was already followed is never said again. A command is typed as it
is; where or why, say the words before it. Each writes a file of its own, so that one undoes no other.
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
STARTED: Final = "add the options of this line to the command that starts the "
SCOPE: Final = "systemd-run --user --scope -p Delegate=yes judge run"
AS_USER: Final = "systemd-run --uid={uid} -p Delegate=yes --same-dir --pty --pipe judge run"
LANDLOCK: Final = (5, 13)
GOVERNORS: Final = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"


def for_namespaces(at: Surroundings, why: str, python: str = sys.executable) -> tuple[Repair, ...]:
    """Return what lets this process build its jail; `why` is where that ended."""
    if "Landlock" in why:
        return for_landlock(at, why)
    if at.container:
        return tuple(_in_container(at)) or (Repair("run the judge outside of this container"),)
    return (_without_container(at, python),)


def for_root(at: Surroundings, why: str) -> tuple[Repair, ...]:
    """Return what spares boxes from running as root; `why` they do."""
    if "Python" in why:
        return (Repair("install Python in a folder that is open to all"),)
    return (_add(at, ["--user 1000"]) if at.container else Repair("start the judge as an ordinary user"),)


def for_landlock(at: Surroundings, why: str) -> tuple[Repair, ...]:
    """Return what lets this process seal a box."""
    if "Landlock" not in why:
        return ()
    if at.kernel < LANDLOCK:
        return (Repair("boot a kernel from 5.13 on"),)
    if at.container and at.filtered:
        return (_add(at, ["--security-opt seccomp=unconfined"], f"update {at.container}, or "),)
    where = "on the host: " if at.container else ""
    return (Repair(f"{where}boot with landlock at the head of lsm= in the kernel's command line"),)


def for_counting(at: Surroundings) -> tuple[Repair, ...]:
    """Return what gives the judge a cgroup of its own."""
    if at.container:
        return (_count_in_container(at),)
    if at.unit:
        return (_set(at, ["Delegate=yes"]),)
    if at.uid == 0 or not at.systemd:
        return (Repair("mount the cgroup file system writable" if at.uid == 0 else "run the judge as root"),)
    if at.delegated:
        return (Repair("run the judge as root: this scope was delegated, and counts nothing"),)
    as_root = Repair("or as root, in a folder that is open to you:", AS_USER.format(uid=at.uid))
    return {
        "ready": (Repair(command=SCOPE),),
        "unnamed": (Repair(command=f"XDG_RUNTIME_DIR=/run/user/{at.uid} {SCOPE}"),),
        "": (Repair("log in by ssh, not by su, and there:", SCOPE), as_root),
    }[at.bus]


def for_numba(oldest: str, newest: str, python: str = sys.executable) -> tuple[Repair, ...]:
    """Return what installs a numba between these, whose insides the judge knows."""
    command = f"{shlex.quote(python)} -m pip install 'numba=={newest}.*'"
    return (Repair(f"install numba {oldest} to {newest}:", command),)


def _without_container(at: Surroundings, python: str) -> Repair:
    if not at.has(SYS_ADMIN) and (closed := _closed(at)):
        return _switch_on(at, *closed)
    if at.unit and (settings := _unit_settings(at)):
        return _set(at, settings)
    if at.confined or (at.switches.get(RESTRICTED) == "1" and not _is_ours(at)):
        return _load_profile(at, str(Path(python).resolve()))
    if at.filtered:
        return Repair("start the judge outside of the program whose seccomp filter it is under")
    if at.uid == 0 and not at.has(SYS_ADMIN):
        return Repair("start the judge with all capabilities of root, or as an ordinary user")
    allowed = "namespaces" if at.uid == 0 else "user namespaces, or as root"
    return Repair(f"run the judge on a host that allows {allowed}")


def for_governor(at: Surroundings, governors: Sequence[str]) -> tuple[Repair, ...]:
    """Return the command that lets every core keep its clock rate until the next boot; none where it can't."""
    if governors and "performance" not in governors:
        return ()
    return (Repair(_on_host(at), f"echo performance | {_sudo(at)}tee {GOVERNORS}"),)


def _count_in_container(at: Surroundings) -> Repair:
    """Podman lends a container its own cgroup; Docker gives all of the machine, or nothing."""
    if at.container == "docker":
        return _add(at, ["--privileged"], "where it may do all that root may: ")
    options = ["--user 0"] if at.uid else []
    return _add(at, [*options, *(["--security-opt unmask=ALL"] if at.masked or not options else [])])


def _in_container(at: Surroundings) -> Iterator[Repair]:
    """Yield what its host has to change, then the options that it was not started with."""
    closed = _closed(at)
    if closed and not at.has(SYS_ADMIN):
        yield _switch_on(at, *closed)
    restricted = at.switches.get(RESTRICTED) == "1" and not at.has(SYS_ADMIN) and not _is_ours(at)
    if restricted:
        yield _load_profile(at, "")
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


def _set(at: Surroundings, settings: list[str]) -> Repair:
    """Return what changes a service; one that systemd-run has started is not there to be changed afterwards."""
    if at.transient:
        options = " ".join(f"-p {setting}" for setting in settings)
        return Repair(f"{STARTED}service:", f"{_sudo(at)}systemd-run {options} --pty --pipe judge doctor")
    folder = shlex.quote(f"/etc/systemd/system/{at.unit}.d")
    path = f"{folder}/zz-judge-{settings[0].partition('=')[0].lower()}.conf"
    lines = "".join(f"{line}\\n" for line in ("[Service]", *settings))
    write = f"printf '{lines}' | {_sudo(at)}tee {path}"
    start = f"{_sudo(at)}systemctl daemon-reload && {_sudo(at)}systemctl restart {shlex.quote(at.unit)}"
    return Repair(command=f"{_sudo(at)}mkdir -p {folder} && {write} && {start}")


def _add(at: Surroundings, options: list[str], before: str = "") -> Repair:
    """Return options of a container, in a line that is whole for the image of `judge help hosts`."""
    return Repair(f"{before}{STARTED}container:", f"{at.container} run {' '.join(options)} judge doctor")


def _closed(at: Surroundings) -> tuple[str, str] | None:
    """Return the switch of the host that forbids user namespaces, and what to set it to."""
    return next(((name, good) for name, (bad, good) in _CLOSED.items() if at.switches.get(name) == bad), None)


def _switch_on(at: Surroundings, name: str, value: str) -> Repair:
    """Return a command whose effect outlasts a boot, and comes after other files of its kind."""
    path = f"/etc/sysctl.d/99-zz-judge-{name.partition('.')[2]}.conf"
    return Repair(_on_host(at), f"echo {name}={value} | {_sudo(at)}tee {path} && {_sudo(at)}sysctl -p {path}")


def _load_profile(at: Surroundings, python: str) -> Repair:
    """Return a command that lets this interpreter make user namespaces, or without one the containers that are started
    with `apparmor=judge`. The system loads it at each boot."""
    attached, named = ('"%s" ', f" {shlex.quote(python)}") if python else ("", "")
    text = rf"'abi <abi/4.0>,\nprofile judge {attached}flags=(unconfined) {{\n  userns,\n}}\n'"
    path = "/etc/apparmor.d/judge"
    shared = SHARED if python.startswith("/usr/") else ""
    write = f"printf {text}{named} | {_sudo(at)}tee {path} && {_sudo(at)}apparmor_parser -r {path}"
    return Repair(_on_host(at) or shared, write)


def _is_ours(at: Surroundings) -> bool:
    return at.profile.startswith("judge ")


def _sudo(at: Surroundings) -> str:
    return "" if at.uid == 0 and not at.container else "sudo "


def _on_host(at: Surroundings) -> str:
    return "on the host:" if at.container else ""
