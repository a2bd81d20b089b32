"""What this host can enforce, how noisy it is, what is missing, and the command that puts it right.

A command is typed as it is, and works where it is printed; where or why, say the words before it. What was already
followed is never said again. What takes several steps is in `judge help sandbox`.
"""

from __future__ import annotations

import platform
import shlex
import statistics
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

from judge.errors import JudgeError
from judge.executors import executor_of, try_languages
from judge.judging import execute
from judge.judging.attempts import own_task
from judge.model import Check, Finding, Run, version_of
from judge.problems import disagreeing_rule
from judge.sandbox import (
    Numba,
    Sandbox,
    Surroundings,
    Tier,
    measured_machine,
    usable_cores,
)

ROUNDS = 20
_BUSY = b"""
def solve(algorithm, n, lizards, grid):
    total = 0
    for step in range(400_000):
        total += step * step
    return None
"""


def examine() -> Iterator[Check]:
    """Make the checks one by one, the quick ones first; the last two run attempts and take a few seconds."""
    numba = Numba.probe()
    python = python_check(numba)
    yield python
    yield from (_tier("namespaces"), _tier("landlock"))
    yield _counting()
    yield _cores()
    yield from host_class(_core())
    if python.state == "ok":
        yield from kept_kernels(numba)
    yield from _compilers()
    if python.state == "ok":
        yield fast_rules(numba)
        yield from _noise()


def python_check(numba: Numba) -> Check:
    """Say which Python and numba this is, and why that numba can't be imported."""
    found = f"{platform.python_version()} at {sys.executable}, numba {version_of('numba') or 'not installed'}"
    if not numba.why_not:
        return Check("python", "ok", found)
    return Check("python", "missing", f"{found}, which can't be imported: {numba.why_not}", for_numba(numba))


def _tier(tier: Tier) -> Check:
    """Try it for real: a lean sandbox, without numba, that has to seal one empty box."""
    try:
        with Sandbox(tier=tier, warm=False) as sandbox:
            task = own_task("program", b"")
            made = executor_of("program").prepare(sandbox, task.submission, task.problem)
            ran = not isinstance(made, Finding)
            found = "a box started, and held" if ran else "a box started, but nothing ran in it"
            if why := sandbox.as_root:
                found += f"; it runs as root, as {why}"
                return Check(f"sandbox {tier}", "warning", found, for_root(Surroundings.of_host(), why))
            return Check(f"sandbox {tier}", "ok", found)
    except JudgeError as error:
        why_not = error.note or error.message
        repair = for_landlock if tier == "landlock" else for_namespaces
        return Check(f"sandbox {tier}", "missing", why_not, repair(Surroundings.of_host(), why_not))


def _counting() -> Check:
    if Sandbox.can_count():
        return Check("counting", "ok", "CPU, memory and processes of a whole tree, by cgroup")
    found = "no cgroup of our own: CPU of one process is exact, and wall time ranks what starts more"
    return Check("counting", "warning", found, for_counting(Surroundings.of_host()))


def _core() -> int | None:
    """Return the core that an arena would take first."""
    return next(iter(usable_cores()), None)


def _cores() -> Check:
    available = sorted(usable_cores())
    if len(available) > 1:
        return Check(
            "cores",
            "ok",
            f"{len(available)}: {', '.join(map(str, available))}; the judge itself stays off those that are timed",
        )
    return Check(
        "cores", "warning", "one: the judge and what it times share it", Check.Repair("give the machine a second core")
    )


def host_class(core: int | None, root: Path = Path("/"), path: Path | None = None) -> Iterator[Check]:
    """Say what times of this host are ranked with; measure its figure anew. Times wander with most governors."""
    machine, at = measured_machine(core, root, path), Surroundings.of_host(root, core=core)
    figure = f"calibration {1000 * machine.calibration_s:.2f} ms" if machine.calibration_s else "no calibration"
    yield Check("host class", "ok", f"{machine.host_class}; {figure}")
    if at.wandering:
        found = f"{machine.governor}: the clock rate changes, and times with it"
        yield Check("governor", "warning", found, for_governor(at))


def kept_kernels(numba: Numba) -> Iterator[Check]:
    """Say where compiled kernels can't be kept with this numba; nothing where they can."""
    if missing := numba.missing():
        found = f"numba {version('numba')} has no {missing[0]}: compiled kernels can't be kept, each case compiles anew"
        yield Check("kernels", "warning", found, for_numba(numba))


def fast_rules(numba: Numba) -> Check:
    """Say whether the fast forms of the rules find what the plain ones do, on the sample boards of the puzzles."""
    kernel, samples = disagreeing_rule()
    if kernel:
        found = f"{kernel} finds something else than the plain rule, compiled by numba {version('numba')}"
        return Check("rules", "missing", found, for_numba(numba))
    return Check("rules", "ok", f"the fast forms find what the plain ones do, on {samples} samples")


def _compilers() -> Iterator[Check]:
    """Say of each language whether it is found, compiled and run in a box of each tier that there is."""
    for one in try_languages():
        said = [f"runs in {', '.join(one.runs)}"] if one.runs else [] if one.there else ["not found"]
        faults = [f"not in {tier}: {why}" for tier, why in one.faults.items()]
        repair = Check.Repair(command=one.repair) if one.repair else None
        yield Check(one.language, "ok" if one.there and not faults else "warning", "; ".join(said + faults), repair)


def _noise() -> Iterator[Check]:
    """Measure a window in which nothing happens, and one of steady work, again and again."""
    with Sandbox(core=_core()) as sandbox:
        idle, busy = (_measure(sandbox, source) for source in (executor_of("function").PROBE, _BUSY))
    empty_ms = 1000 * statistics.median(run.wall_s for run in idle)
    yield Check("empty window", "ok" if empty_ms < 0.3 else "warning", f"{empty_ms:.2f} ms, median of {ROUNDS}")
    times_s = [run.cpu_s for run in busy]
    spread = statistics.stdev(times_s) / statistics.fmean(times_s)
    lost = sum(run.lost_s for run in busy) / sum(run.wall_s for run in busy)
    found = f"{spread:.1%} spread of CPU time, {lost:.0%} of the core taken away".replace("%", " %")
    quiet = spread < 0.05 and lost < 0.1
    mend = None if quiet else Check.Repair("rank with --repeat 5, or on an idle machine")
    yield Check("noise", "ok" if quiet else "warning", found, mend)


def _measure(sandbox: Sandbox, source: bytes) -> list[Run]:
    task = own_task("function", source)
    _, ready = execute.prepare(sandbox, task.submission, task.problem)
    assert ready is not None, "our own two-line solution is always ready"
    return [execute.run_case(sandbox, ready, task.problem, task.case) for _ in range(ROUNDS)]


# --- what to do about it ----------------------------------------------------------------------------------------------
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


def for_namespaces(at: Surroundings, why: str, python: str = sys.executable) -> Check.Repair | None:
    """Return what lets this process build its jail; `why` is where that ended."""
    if "Landlock" in why:
        return for_landlock(at, why)
    closed = next(((name, good) for name, (bad, good) in _CLOSED.items() if at.switches.get(name) == bad), None)
    if closed and not at.administers:
        return Check.Repair(_on_host(at) or "until the next boot:", f"{_sudo(at)}sysctl -w {'='.join(closed)}")
    if at.container:
        options = list(_options(at))
        return (
            _add(at, options)
            if options
            else Check.Repair("run the judge outside of this container:  judge help sandbox")
        )
    if at.unit and at.filtered:
        return Check.Repair(SERVICE)
    if at.confined or (at.switches.get(RESTRICTED) == "1" and not at.profile.startswith("judge ")):
        return _load_profile(at, str(Path(python).resolve()))
    return Check.Repair("run the judge on a host that allows user namespaces, or as root with all its capabilities")


def for_root(at: Surroundings, why: str) -> Check.Repair:
    """Return what spares boxes from running as root; `why` they do."""
    if "Python" in why:
        return Check.Repair("install Python in a folder that is open to all")
    return _add(at, ["--user 1000"]) if at.container else Check.Repair("start the judge as an ordinary user")


def for_landlock(at: Surroundings, why: str) -> Check.Repair | None:
    """Return what lets this process seal a box."""
    if "Landlock" not in why:
        return None
    if at.kernel < LANDLOCK:
        return Check.Repair("boot a kernel from 5.13 on")
    if at.container and at.filtered:
        return _add(at, ["--security-opt seccomp=unconfined"], f"update {at.container}, or ")
    where = "on the host: " if at.container else ""
    return Check.Repair(f"{where}boot with landlock at the head of lsm= in the kernel's command line")


def for_counting(at: Surroundings) -> Check.Repair:
    """Return what gives the judge a cgroup of its own. Podman lends a container its own; Docker gives all of the
    machine, or nothing."""
    if at.container == "docker":
        return _add(at, ["--privileged"], "where it may do all that root may: ")
    if at.container:
        return _add(at, [*(["--user 0"] if at.uid else []), "--security-opt unmask=ALL"])
    if at.unit:
        return Check.Repair(SERVICE)
    if at.uid == 0:
        return Check.Repair("mount the cgroup file system writable")
    if at.delegated or not at.systemd:
        return Check.Repair("run the judge as root")
    return Check.Repair("" if at.bus else "log in by ssh, not by su, and there:", SCOPE)


def for_numba(numba: Numba, python: str = sys.executable) -> Check.Repair:
    """Return what installs a numba whose insides the judge knows."""
    oldest, newest = numba.tested
    return Check.Repair(
        f"install numba {oldest} to {newest}:", f"{shlex.quote(python)} -m pip install 'numba=={newest}.*'"
    )


def for_governor(at: Surroundings) -> Check.Repair | None:
    """Return the command that lets every core keep its clock rate until the next boot; none where it can't."""
    if at.governors and "performance" not in at.governors:
        return None
    return Check.Repair(_on_host(at), f"echo performance | {_sudo(at)}tee {GOVERNORS}")


def _options(at: Surroundings) -> Iterator[str]:
    """Yield the options that a container was not started with."""
    if at.filtered:
        yield "--security-opt seccomp=unconfined"
    if "container_t" in at.profile:
        yield "--security-opt label=disable"
    elif at.confined:
        yield "--security-opt apparmor=unconfined"
    if at.uid == 0 and at.powerless:
        yield "--user 1000"
    if at.masked and (at.filtered or at.confined):  # else a box has no /proc
        yield f"--security-opt {PROC[at.container]}"


def _add(at: Surroundings, options: list[str], before: str = "") -> Check.Repair:
    """Return options of a container, in a line that is whole for the image of `judge help sandbox`."""
    return Check.Repair(f"{before}{STARTED}", f"{at.container} run {' '.join(options)} judge doctor")


def _load_profile(at: Surroundings, python: str) -> Check.Repair:
    """Return a command that lets this interpreter make user namespaces. The system loads it at each boot."""
    text = r"""'abi <abi/4.0>,\nprofile judge "%s" flags=(unconfined) {\n  userns,\n}\n'"""
    path = "/etc/apparmor.d/judge"
    write = f"printf {text} {shlex.quote(python)} | {_sudo(at)}tee {path} && {_sudo(at)}apparmor_parser -r {path}"
    return Check.Repair(SHARED if python.startswith("/usr/") else "", write)


def _sudo(at: Surroundings) -> str:
    return "" if at.uid == 0 and not at.container else "sudo "


def _on_host(at: Surroundings) -> str:
    return "on the host:" if at.container else ""
