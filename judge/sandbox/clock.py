"""The clocks of a window: what a box used, how long others kept it from its core, and when all in it is at rest.

Theory of operation. In each moment of a window the tree of a box computes, or some thread of it waits for the core
while none of it computes (that time is lost, and not the submission's), or all of it sleeps. The kernel tells how long
each thread has computed and waited, how long all have computed, and how long the core did nothing. It does not tell for
whom a thread waited; threads and children of one box wait for each other too, and nobody may buy time with that. So two
bounds:

    at least   what one thread waited, less all that the rest of the tree computed meanwhile or at any other time
    at most    what all threads waited; and what the core did for others: the window less our CPU less its idle time

The second is exact where one thread computes, and where all do; it is too large only where strangers computed while
the tree slept and had waited for itself. The first holds where the box has no core of its own. Each look keeps what
it saw, so that whoever ends counts; of the payload's first process the box's own init reports the last numbers.

What a hypervisor took is added; it tells that in ticks.

The judge's own processes beside a box are waited for in the same way (Patience): while they get no turn, they are not
late.

CPU is booked at a tick of the kernel or when a thread leaves its core. A box that answers and keeps on computing would
be told up to 4 ms less than it used. An honest attempt sleeps a few microseconds after its answer, and is only looked
at; a thread that still runs after GLANCE_S is stopped. A signal takes effect when a thread is on its core, so on a busy
host this waits for its turn, up to REST_S.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from judge.errors import JudgeError
from judge.sandbox.inside.linux import SCHEDSTAT, Turns, children, core_times, runs, threads, tree, turns
from judge.sandbox.meter import Meter

STARVED = 20  # times a limit of the wall clock: nobody is waited for longer, whoever had the core
LOOK_S = 0.5  # between two looks of who is patient
TICKS_S = 0.02  # two ticks of the counters of a core, by which its idle time may be told too long
GLANCE_S = 0.0002
REST_S = 0.25
NONE = Turns(0, 0)


class WindowClock:
    """One window and its clocks, which begins when this is made; `first` is the box's own first process. While the box
    is `sealing`, what that one waits for counts too."""

    def __init__(self, meter: Meter, first: int, core: int | None, *, sealing: bool = False) -> None:
        self._meter, self._first, self._core, self._sealing = meter, first, core, sealing
        self._payload = next(iter(children(first)), 0)
        self._last: dict[int, Turns] = {}
        self._queued: list[int] = []  # threads that are there, where none had a turn since the look before
        self.look()
        self._before = dict(self._last)
        self._times = core_times(core)
        self._cpu_before_s = meter.cpu_s()
        self._start_s = time.monotonic()

    def wall_s(self) -> float:
        """Return how long the window has been open."""
        return time.monotonic() - self._start_s

    def cpu_s(self) -> float:
        """Return what the whole tree has used in it."""
        return self._meter.cpu_s() - self._cpu_before_s

    def look(self) -> None:
        """Take note of every thread that there is. The account of the tree is read after that, so that it is never
        behind what its threads say."""
        there: dict[int, Turns] = {}
        for tid in self._meter.threads():
            if (self._sealing or tid != self._first) and (now := turns(tid)):
                there[tid] = now
        self._queued = list(there) if there.items() <= self._last.items() else []
        self._last |= there

    def waits(self) -> bool:
        """Say whether the tree has waited for a core since the look before the last one: that is booked only when it
        gets its turn. While one of its threads computes, nobody can say so of another."""
        return any(map(runs, self._queued))

    def ended(self, last: Turns) -> None:
        """Take the last numbers of the payload's first process, which is no more."""
        if self._payload:
            self._last[self._payload] = max(last, self._last.get(self._payload, NONE))

    def lost_s(self, wall_s: float, cpu_s: float) -> float:
        """Return how much was lost of a window of `wall_s` in which the tree has used `cpu_s`, by what the last
        look saw."""
        waited, longest = 0.0, 0.0
        for tid, now in self._last.items():
            before = self._before.get(tid, NONE)
            waits = (now.waited_ns - before.waited_ns) / 1e9
            waited += waits
            longest = max(longest, waits + (now.computed_ns - before.computed_ns) / 1e9)
        times = core_times(self._core)
        others_s = 0.0
        if self._core is not None:
            others_s = wall_s - cpu_s - max(0.0, times.idle_s - self._times.idle_s - TICKS_S)
        at_least, at_most = longest - cpu_s, min(waited, others_s)
        lost_s = min(max(at_least, at_most, 0.0), max(0.0, wall_s - cpu_s))
        return lost_s + max(0.0, times.stolen_s - self._times.stolen_s)


def bring_to_rest(threads: Callable[[], Iterable[int]], patience_s: float = REST_S) -> bool:
    """Say whether all threads have left their cores, and stop those that don't; what was stopped stays so.

    `threads` is asked again and again, as there may be new ones.
    """
    start_s = time.monotonic()
    while running := [tid for tid in threads() if runs(tid)]:
        spent_s = time.monotonic() - start_s
        if spent_s > patience_s:
            return False
        if spent_s > GLANCE_S:
            for tid in running:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(tid, signal.SIGSTOP)
            time.sleep(GLANCE_S)  # the core that it needs may be ours
    return True


class Patience:
    """A deadline for a process of ours and all below it, from the first look on. Time in which they waited for a core
    moves it, up to STARVED times `limit_s`."""

    def __init__(self, pid: int, limit_s: float) -> None:
        self._pid, self._limit_s = pid, limit_s
        self._start_s: float | None = None
        self._before_ns: dict[int, int] = {}
        self._waited_ns: dict[int, int] = {}

    def is_over(self) -> bool:
        """Look at them, every LOOK_S or so, and say whether they have had their time."""
        for tid in [tid for pid in tree(self._pid) for tid in threads(pid)]:
            if now := turns(tid):
                self._before_ns.setdefault(tid, now.waited_ns if self._start_s is None else 0)
                self._waited_ns[tid] = now.waited_ns
        if self._start_s is None:
            self._start_s = time.monotonic()
        wall_s, lost_s = self._times()
        return wall_s - lost_s >= self._limit_s or wall_s >= STARVED * self._limit_s

    def fault(self, what: str) -> JudgeError | None:
        """Return E307 where others are the reason that it is over and `what` happened; else None."""
        wall_s, lost_s = self._times()
        return no_turn(wall_s, lost_s, what) if lost_s and lost_s >= wall_s / 2 else None

    def _times(self) -> tuple[float, float]:
        """Return how long it takes already, and how much of that others took, by what was seen."""
        wall_s = time.monotonic() - self._start_s if self._start_s is not None else 0.0
        lost_s = sum(waited - self._before_ns[tid] for tid, waited in self._waited_ns.items()) / 1e9
        return wall_s, min(lost_s, wall_s)


def no_turn(wall_s: float, lost_s: float, what: str) -> JudgeError:
    """Return the error of the judge that others had the core all the time, so that `what` could not be done."""
    message = f"others had its core for {lost_s:.0f} of {wall_s:.0f} s, so {what}"
    return JudgeError("E307", message, help="judge it again on a quieter machine")


def unseen() -> tuple[str, ...]:
    """Return what this host does not tell, for the line of what is missing."""
    return () if Path(SCHEDSTAT).exists() else ("time that others take, so a busy host may end a right run",)
