"""How fast a core computes: the CPU time of a fixed piece of work, which is the same on every machine.

The work is to sort and to unsort a text with bzip2: integers that are compared and put back, in a few hundred KiB of
memory, as a search does. Its code has not changed since 2019, and nothing has to be compiled. What others do beside it
only adds to its time, so the least of several counts.

A figure is kept in the user's cache, for each class of host. It is measured again after a start of the machine, and
when it is a day old; of one start the least figure counts.
"""

from __future__ import annotations

import contextlib
import math
import os
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from judge.model import Machine
from judge.sandbox.machine import boot, look

WORK: Final = 1  # goes up when the work changes: figures of another work say nothing
ROUNDS: Final = 8
FRESH_S: Final = 24 * 3600.0
SHORTEST_S, LONGEST_S = 1e-4, 60.0  # no machine is quicker, none slower: the file may hold anything
_KEPT: Final = 32


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
def calibrated(core: int | None) -> Machine:
    """Return this machine, as one of its cores shows it, with its figure; asked once by a process."""
    return with_figure(look(core), lambda: measure(core))


def with_figure(
    machine: Machine, measured: Callable[[], float | None], path: Path | None = None, *, anew: bool = False
) -> Machine:
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
            _write(path, [*others, _Figure(machine.host_class, started, least_s, now_s)][-_KEPT:])
    return msgspec.structs.replace(machine, calibration_s=min(one.calibration_s for one in known))


def measure(core: int | None) -> float | None:
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


def _write(path: Path, figures: Sequence[_Figure]) -> None:
    """Put a new file in the place of the old one; where that can't be, it is measured again next time."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(figures))
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
