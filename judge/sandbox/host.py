"""This host, outside of any box: what surrounds this process, and commands that are looked for or asked for one line.

A container, a service, a session, and what was taken from this process there: that is read from /proc, /sys and /run
alone, so that a folder with made-up files can stand for a host. Nothing is tried out: what a host allows is what a
sandbox reaches on it; what is read here says why it does not, and in whose words the repair is to be told.

Only commands of the tables that ship with the judge or that its user named come here, never one of a submission.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, Self

import msgspec

from judge.errors import JudgeError
from judge.sandbox.clock import LOOK_S, Patience
from judge.sandbox.inside import linux
from judge.sandbox.inside.numba_hooks import TESTED_NUMBA, missing_hooks
from judge.sandbox.machine import WANDERING, governors, look_at_machine

Container = Literal["", "docker", "podman"]
_MARKS: Final[dict[str, Container]] = {"run/.containerenv": "podman", ".dockerenv": "docker"}
SWITCHES: Final = (  # of the whole host
    "kernel.apparmor_restrict_unprivileged_userns",  # Ubuntu from 23.10
    "kernel.unprivileged_userns_clone",  # Debian
    "user.max_user_namespaces",
)


class Surroundings(msgspec.Struct, frozen=True):
    """Facts about this process and its host; the defaults are an ordinary user's, from whom nothing was taken."""

    uid: int = 1000
    container: Container = ""
    capabilities: int = 0  # a bit for each that is in force
    filtered: bool = False  # a seccomp filter is loaded
    profile: str = ""  # of AppArmor or SELinux, as the kernel writes it
    masked: bool = False  # something is mounted over parts of /proc
    switches: Mapping[str, str] = {}  # those of SWITCHES that the kernel has
    kernel: tuple[int, int] = (6, 12)
    unit: str = ""  # the service of systemd that this is
    systemd: bool = False  # it runs this host
    bus: bool = False  # a user's own systemd can be asked
    delegated: bool = False  # the cgroup that this is in can hand on memory and processes
    governors: Sequence[str] = ()  # that a core can have, where that is known
    wandering: bool = False  # the governor in force changes the clock rate, and times with it

    @property
    def confined(self) -> bool:
        """Say whether a profile holds this process to something."""
        return bool(self.profile) and self.profile != "unconfined" and not self.profile.endswith("(unconfined)")

    @property
    def powerless(self) -> bool:
        """Say whether neither CAP_SYS_ADMIN nor CAP_SETFCAP is in force: without both even root builds no jail."""
        return not any(self.capabilities >> one & 1 for one in (linux.SYS_ADMIN, linux.SETFCAP))

    @property
    def administers(self) -> bool:
        """Say whether CAP_SYS_ADMIN is in force."""
        return bool(self.capabilities >> linux.SYS_ADMIN & 1)

    @classmethod
    def of_host(
        cls, root: Path = Path("/"), environment: Mapping[str, str] = os.environ, core: int | None = None
    ) -> Self:
        """Read the facts; what is not there is as in an ordinary process."""
        status = dict(line.split(":", 1) for line in _text(root / "proc/self/status").splitlines() if ":" in line)
        uid = int(status.get("Uid", "0 0").split()[1])
        own, group = f"run/user/{uid}", _group(_text(root / "proc/self/cgroup"))
        return cls(
            uid=uid,
            container=next((name for mark, name in _MARKS.items() if (root / mark).exists()), ""),
            capabilities=int(status.get("CapEff", "0"), 16),
            filtered=status.get("Seccomp", "0").strip() == "2",
            profile=_profile(root / "proc/self/attr"),
            masked=_masked(_text(root / "proc/self/mountinfo")),
            switches={name: value for name in SWITCHES if (value := _switch(root, name))},
            kernel=_kernel(_text(root / "proc/sys/kernel/osrelease")),
            unit=_unit(group) if "INVOCATION_ID" in environment else "",
            systemd=(root / "run/systemd/system").exists(),
            bus=(root / own / "bus").exists() and environment.get("XDG_RUNTIME_DIR", "").endswith(f"/{own}"),
            delegated=_delegated(root / "sys/fs/cgroup" / group.lstrip("/")),
            governors=tuple(governors(core, root)),
            wandering=look_at_machine(core, root).governor in WANDERING,
        )


def _text(path: Path) -> str:
    with contextlib.suppress(OSError):
        return path.read_text(errors="replace").strip().rstrip("\0")
    return ""


def _switch(root: Path, name: str) -> str:
    return _text(root / "proc/sys" / name.replace(".", "/"))


def _kernel(release: str) -> tuple[int, int]:
    """Return 6 and 12 of 6.12.107+deb13-amd64."""
    major, _, rest = release.partition(".")
    minor = rest.partition(".")[0].partition("-")[0]
    return (int(major), int(minor)) if major.isdecimal() and minor.isdecimal() else (0, 0)


def _profile(folder: Path) -> str:
    return _text(folder / "apparmor/current") or _text(folder / "current")


def _masked(mounts: str) -> bool:
    """Say whether a part of /proc is covered or read-only; what a host mounts there itself is no mask."""
    points = (line.split()[4] for line in mounts.splitlines() if len(line.split()) > 4)
    return any(point.startswith("/proc/") and not point.startswith("/proc/sys/fs/") for point in points)


def _group(lines: str) -> str:
    """Return the cgroup of systemd's tree, v2 or v1."""
    for line in lines.splitlines():
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if number == "0" or controllers == "name=systemd":
            return path
    return ""


def _unit(group: str) -> str:
    """Return the service that was started by the host's systemd, and not by a user's."""
    names = group.split("/")
    services = [name for name in names if name.endswith(".service")]
    return services[-1] if services and "system.slice" in names else ""


def _delegated(group: Path) -> bool:
    return {"memory", "pids"} <= set(_text(group / "cgroup.controllers").split()) and os.access(group, os.W_OK)


# --- commands ---------------------------------------------------------------------------------------------------------
PROBE_S = 5.0  # without the time that others had the core


def found_command(command: str) -> str | None:
    """Return where PATH has this command; None where it has not. Folders that depend on the current one don't count."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    absolute = os.pathsep.join(folder for folder in folders if Path(folder).is_absolute())
    return shutil.which(command, path=absolute)


@cache
def printed_folder(command: tuple[str, ...]) -> str | None:
    """Return the real path of the folder that a command prints, asked once; None where it fails, as a dead shim does.
    JudgeError E307 where others had the core all the time."""
    program = found_command(command[0])
    if not program:
        return None
    try:
        folder = _said([program, *command[1:]]).decode(errors="replace").strip()
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return str(Path(folder).resolve()) if folder.startswith("/") and Path(folder).is_dir() else None


class Numba(msgspec.Struct, frozen=True):
    """The numba of this Python: the last line of what is said where it can't be imported, "" where it can, and the
    oldest and newest version whose insides are known."""

    why_not: str
    tested: tuple[str, str] = TESTED_NUMBA

    def missing(self) -> tuple[str, ...]:
        """Return the insides that it has not, or has otherwise: where there are any, no kernel is kept."""
        return missing_hooks()

    @classmethod
    def probe(cls) -> Self:
        """Try to import numba, in a process of its own."""
        command = [sys.executable, "-P", "-c", "import numba"]
        tried = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        said = tried.stderr.strip().splitlines() or ["it ended without a word"]
        return cls(said[-1] if tried.returncode else "")


@cache
def has_candidate(package: str) -> bool:
    """Say whether apt could install a package here: there is apt, and where it has lists, they name the package."""
    return found_command("apt-cache") is not None and (_in_lists(package) or not _in_lists("apt"))


def _in_lists(package: str) -> bool:
    try:
        return bool(_said(["apt-cache", "madison", package]).strip())
    except (OSError, ValueError, subprocess.SubprocessError, JudgeError):
        return False


def _said(words: Sequence[str]) -> bytes:
    """Return what a command prints, which is to be quick."""
    null, pipe = subprocess.DEVNULL, subprocess.PIPE
    # From the root: a shim looks into the current folder for which of its versions to start.
    with subprocess.Popen(words, stdin=null, stdout=pipe, stderr=null, cwd="/") as process:
        patience = Patience(process.pid, PROBE_S)
        try:
            while True:
                try:
                    said, _ = process.communicate(timeout=min(LOOK_S, PROBE_S))
                    break
                except subprocess.TimeoutExpired as late:
                    if patience.is_over():
                        raise patience.fault(f"{words[0]} did not say where it is") or late from None
        finally:
            process.kill()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)
    return said
