"""Which machine this is, as far as that decides how fast one of its cores computes; and how fast it does.

What it is is read from /proc and /sys alone, so that a folder with made-up files can stand for a machine.

How fast is the CPU time of a fixed piece of work: to sort and to unsort a text with bzip2, integers that are compared
and put back, in a few hundred KiB of memory, as a search does. Its code has not changed since 2019, and nothing has to
be compiled. What others do beside it only adds to its time, so the least of several counts. That figure is kept in the
user's cache, for each class of host. It is measured again after a start of the machine, and when it is a day old; of
one start the least figure counts.
"""

from __future__ import annotations

import contextlib
import math
import os
import re
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from judge.errors import JudgeError
from judge.files import write_bytes
from judge.model import Host

ROOT: Final = Path("/")
WANDERING: Final = ("powersave", "ondemand", "schedutil", "conservative", "interactive")  # governors
MOST: Final = 120  # characters of a fact: a virtual machine tells what its owner likes
_SYSTEM: Final = Path("sys/devices/system/cpu")
_KINDS: Final = {"core": "P-core", "atom": "E-core"}  # of Intel's chips that have two
WORK: Final = 1  # goes up when the work changes: figures of another work say nothing
ROUNDS: Final = 8
FRESH_S: Final = 24 * 3600.0
SHORTEST_S, LONGEST_S = 1e-4, 60.0  # no machine is quicker, none slower: the file may hold anything
_KEPT: Final = 32


def look_at_machine(core: int | None, root: Path = ROOT) -> Host.Machine:
    """Return what the system tells of this core; of the first one where no core is named."""
    number = core or 0
    policy = root / _SYSTEM / f"cpu{number}/cpufreq"
    return Host.Machine(
        cpu=_cpu(number, root),
        governor=_fact(policy / "scaling_governor"),
        driver=_fact(policy / "scaling_driver"),
        preference=_fact(policy / "energy_performance_preference"),
        boost=_boost(policy, root / _SYSTEM),
    )


def features(core: int | None, root: Path = ROOT) -> str:
    """Return the instructions that a core knows, as the kernel lists them: what is compiled for it may use them all."""
    facts = _processor(core or 0, root)
    return " ".join(sorted((facts.get("flags") or facts.get("Features") or Host.Machine.UNKNOWN).split()))


def governors(core: int | None, root: Path = ROOT) -> list[str]:
    """Return the governors that this core can have."""
    words = _fact(root / _SYSTEM / f"cpu{core or 0}/cpufreq/scaling_available_governors")
    return [] if words == Host.Machine.UNKNOWN else words.split()


def boot(root: Path = ROOT) -> str:
    """Return what is another text after each start of the machine."""
    return _fact(root / "proc/sys/kernel/random/boot_id")


def _cpu(core: int, root: Path) -> str:
    """Return the model. Its numbers come with the name, as that of a virtual machine may fit many; the kind of core
    comes with it where a processor has two."""
    facts = _processor(core, root)
    numbers = ".".join(facts[key] for key in ("cpu family", "model") if key in facts)
    part = " ".join(facts[key] for key in ("CPU implementer", "CPU part") if key in facts)  # all that an ARM core says
    name = facts.get("model name", facts.get("cpu", part))
    words = [name, f"({numbers})" if numbers else "", _kind(core, root)]
    return _clean(" ".join(word for word in words if word)) or Host.Machine.UNKNOWN


def _processor(core: int, root: Path) -> dict[str, str]:
    """Return what /proc/cpuinfo says of a core: its own paragraph, or the only one."""
    paragraphs = []
    with contextlib.suppress(OSError):
        for text in (root / "proc/cpuinfo").read_text(errors="replace").split("\n\n"):
            pairs = (line.partition(":") for line in text.splitlines() if ":" in line)
            paragraphs.append({key.strip(): value.strip() for key, _, value in pairs})
    own = (facts for facts in paragraphs if facts.get("processor") == str(core))
    return next(own, paragraphs[0] if paragraphs else {})


def _kind(core: int, root: Path) -> str:
    """Return which kind of core this is; empty where the chip has one kind."""
    found = (
        name for kind, name in _KINDS.items() if core in core_numbers(_fact(root / f"sys/devices/cpu_{kind}/cpus"))
    )
    return next(found, "")


def core_numbers(words: str) -> set[int]:
    """Return the numbers of 0-3,8."""
    found: set[int] = set()
    for first, last in re.findall(r"(\d{1,5})(?:-(\d{1,5}))?", words):
        found.update(range(int(first), int(last or first) + 1))
    return found


def _boost(policy: Path, system: Path) -> str:
    """Return "on" or "off": of the core where it has a switch, else of the machine."""
    for path, on in (
        (system / "intel_pstate/no_turbo", "0"),
        (policy / "boost", "1"),
        (system / "cpufreq/boost", "1"),
    ):
        if (fact := _fact(path)) in ("0", "1"):
            return "on" if fact == on else "off"
    return Host.Machine.UNKNOWN


def _fact(path: Path) -> str:
    """Return the one line that a file holds."""
    with contextlib.suppress(OSError):
        return _clean(path.read_text(errors="replace")) or Host.Machine.UNKNOWN
    return Host.Machine.UNKNOWN


def _clean(text: str) -> str:
    """Return text on one line, without what moves a terminal's cursor."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:MOST].strip()


# --- calibration ----------------------------------------------------------------------------------------------------
class _Figure(msgspec.Struct, frozen=True):
    """One line of the file."""

    host_class: str
    boot: str
    calibration_s: float
    at_s: float
    work: int = WORK

    def holds(self, host_class: str, started: str) -> bool:
        """Say whether it was measured by this class of host since this start."""
        sound = math.isfinite(self.at_s) and SHORTEST_S <= self.calibration_s <= LONGEST_S
        return sound and (self.work, self.host_class, self.boot) == (WORK, host_class, started)


@cache
def calibrated(core: int | None) -> Host.Machine:
    """Return this machine, as one of its cores shows it, with its figure; asked once by a process."""
    return with_figure(look_at_machine(core), lambda: measure_machine(core))


def with_figure(
    machine: Host.Machine, measured: Callable[[], float | None], path: Path | None = None, *, anew: bool = False
) -> Host.Machine:
    """Return the machine with its figure: the one that is kept, or one that is measured now and kept; `anew` does so
    in any case. None where it can't be measured. Who has no home keeps none."""
    path, started, now_s = path or own_file(), boot(), time.time()
    kept = _read(path) if path else []
    known = [one for one in kept if one.holds(machine.host_class, started)]
    if anew or not any(0 <= now_s - one.at_s < FRESH_S for one in known):
        figure_s = measured()
        if figure_s is None:
            return machine
        known.append(_Figure(machine.host_class, started, figure_s, now_s))
        others = [one for one in kept if one.host_class != machine.host_class]
        least_s = min(one.calibration_s for one in known)
        if path:
            figures = [*others, _Figure(machine.host_class, started, least_s, now_s)][-_KEPT:]
            with contextlib.suppress(JudgeError):  # where it can't be kept, it is measured again next time
                write_bytes(path, msgspec.json.encode(figures))
    return msgspec.structs.replace(machine, calibration_s=min(one.calibration_s for one in known))


def measured_machine(core: int | None, root: Path = ROOT, path: Path | None = None) -> Host.Machine:
    """Return this machine, as one of its cores shows it, with a figure that is measured now and kept."""
    return with_figure(look_at_machine(core, root), lambda: measure_machine(core), path, anew=True)


def measure_machine(core: int | None) -> float | None:
    """Return the CPU time of the work on this core, the least of ROUNDS; None where this Python has no bzip2."""
    try:
        import bz2
    except ImportError:
        return None
    text = b" ".join(b"%d" % (number * number % 10007) for number in range(13_000))
    found: list[float] = []

    def work() -> None:
        if core is not None and hasattr(os, "sched_setaffinity"):
            with contextlib.suppress(OSError):  # a core that was taken away: any other says more than none
                os.sched_setaffinity(0, {core})  # of this thread alone
        for _ in range(ROUNDS):
            begun_s = time.thread_time()
            bz2.decompress(bz2.compress(text, 1))
            found.append(time.thread_time() - begun_s)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return max(min(found), SHORTEST_S) if found else None


def own_file() -> Path | None:
    """Return where a user's figures lie; None for a user without a home, as a service may be given."""
    from platformdirs import user_cache_path

    with contextlib.suppress(RuntimeError):
        folder = user_cache_path("judge")
        return folder / "calibration.json" if folder.is_absolute() else None
    return None


def _read(path: Path) -> list[_Figure]:
    with contextlib.suppress(OSError, msgspec.MsgspecError, UnicodeError):
        return msgspec.json.decode(path.read_bytes(), type=list[_Figure])
    return []
