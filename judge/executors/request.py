"""A request to a box: a function is loaded, given its case, and answers; the same for the first time and once more.

Once more with every index checked, where a kernel crashed or an answer was wrong. A kernel reads and writes beyond the
end of an array without a word. Often it crashes only later and elsewhere, or it returns a wrong answer. The first run
decides; this one adds the line, and its times count nowhere.
"""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Final, NamedTuple

import msgspec

from judge.errors import JudgeError
from judge.executors.call import Calling, read_raised
from judge.executors.contract import Habits, Ready
from judge.executors.verdict import IDLE_S, ending
from judge.model import Case, Finding, Problem, ReadWarning, Verdict
from judge.sandbox import Bounds, Box, Facts, Sandbox, protocol, room_for

SLOWER: Final = 3  # times the limit, where every index is checked: that costs time, and nothing was compiled before
QUICK_S: Final = 10.0  # of CPU, the most that a look at a wrong answer may take: its author waits for the verdict
NOTES, NAMED = 20, 100  # kernels that are named, and characters of a name


class Request(msgspec.Struct, frozen=True):
    """What goes into a box for a case of what is ready; a `quick` one takes no longer than QUICK_S."""

    ready: Ready
    calling: Calling
    case: Case
    job: protocol.Job
    data: bytes
    board: bytes
    quick: bool = False

    @classmethod
    def of(cls, ready: Ready, problem: Problem, case: Case) -> Request:
        """Return that of a function, the first time and once more."""
        calling = Calling.of(problem)
        data, board = calling.pack(case)
        side = math.isqrt(max(len(board), 1) - 1) + 1  # of the smallest square board that has room for it
        job = protocol.Job(
            prepare=False,
            main=PurePath(ready.source.inside).name,
            arguments=calling.arguments,
            typed=calling.call.result,
            fresh=ready.habits.distrusts,
            room=room_for(side, ready.limits.memory_bytes),
        )
        return cls(ready, calling, case, job, data, board)

    def fresh(self, *, checked: bool = False) -> Request:
        """Return the same with all kernels compiled anew, and with every index `checked`."""
        return msgspec.structs.replace(self, job=msgspec.structs.replace(self.job, fresh=True, boundscheck=checked))

    def bounds(self) -> tuple[Bounds, Bounds]:
        """Return what it may use until it is given its case, and from then on; who compiles all kernels as long as the
        prepare phase."""
        limits = self.ready.limits
        longest = max(protocol.TEXT_LIMIT, self.calling.most_bytes(self.case) or limits.output_bytes)
        if self.quick:
            return Bounds(QUICK_S, 2 * QUICK_S), Bounds(QUICK_S, 2 * QUICK_S, longest)
        compile_s, compile_wall_s = limits.compilation_time, limits.compilation_wall_s
        load_s = (compile_s, compile_wall_s) if self.job.fresh else (limits.load_limit_s, limits.load_wall_s)
        load = Bounds(*load_s, idle_s=IDLE_S)
        stop_s, stop_wall_s = limits.stop_s, limits.stop_wall_s
        if self.job.boundscheck:
            stop_s, stop_wall_s = SLOWER * stop_s + compile_s, SLOWER * stop_wall_s + compile_wall_s
        return load, Bounds(stop_s, stop_wall_s, longest)


class Note(msgspec.Struct, frozen=True):
    """A kernel that is compiled for each case, and why: "late" where solve changes `what` it reads, "differs" where
    each import does, "unkept" where that can't be kept."""

    kind: str
    kernel: str
    what: str

    @classmethod
    def of(cls, frame: bytes) -> Note:
        """Return what a frame says."""
        kind, kernel, what = [*frame[1:].decode(errors="replace").split("\0"), "", "", ""][:3]
        return cls(kind, kernel[:NAMED], what[:NAMED])

    def sentence(self) -> str:
        """Return it for the author of the file."""
        kernel = f"the kernel {self.kernel}"
        if self.kind == "late":
            return f"{kernel} reads {self.what}, which solve changes: it may be compiled within the time"
        why = "differs at each import" if self.kind == "differs" else "can't be kept"
        return f"{kernel} is compiled for each case, before its time, as {self.what} {why}"


class Answered(NamedTuple):
    """What was seen: of the case, or of the load alone, where `ready` is False; and the kernels compiled then."""

    facts: Facts
    load: Facts
    notes: Sequence[Note] = ()

    @property
    def ready(self) -> bool:
        """Say whether it got as far as the case."""
        return self.load.frame[:1] == protocol.READY


def ask(sandbox: Sandbox, request: Request, *, forks: bool = True) -> Answered:
    """Run it in a fresh box, which may start processes if it `forks`."""
    load_bounds, bounds = request.bounds()
    job, notes = msgspec.structs.replace(request.job, forks=forks), list[Note]()
    with sandbox.start(request.ready.home, request.ready.limits, job) as box:
        allowance = Allowance(box, load_bounds)
        load = allowance.await_frame()
        while load.frame[:1] in (protocol.IMPORTED, protocol.NOTED):
            notes += [Note.of(load.frame)] * (load.frame[:1] == protocol.NOTED)
            load = allowance.await_frame()
        seen = Answered(load, load, notes[-NOTES:])
        if not seen.ready:
            return seen
        facts = box.exchange(request.data, bounds, request.board)
    return seen._replace(facts=msgspec.structs.replace(facts, load_cpu_s=load.cpu_s))


class Allowance:
    """What a phase of several exchanges may use in all: CPU of a box's whole tree and time on the wall, from now on; of
    the wall's only what others did not take, and no more than `idle_s` of that without computing."""

    def __init__(self, box: Box, most: Bounds) -> None:
        self._box, self._most = box, most
        self._cpu_before_s, self._start_s = box.meter.cpu_s(), time.monotonic()
        self._lost_s = 0.0

    def await_frame(self, cpu_s: float = math.inf, wall_s: float = math.inf) -> Facts:
        """Take one frame within what is left, and within these; the clocks tell of the whole phase."""
        used = Facts(time.monotonic() - self._start_s, self._box.meter.cpu_s() - self._cpu_before_s, 0, self._lost_s)
        mine_s = used.wall_s - used.lost_s
        left_s, left_wall_s = self._most.cpu_s - used.cpu_s, self._most.wall_s - mine_s
        if left_s <= 0 or left_wall_s <= 0:
            return msgspec.structs.replace(used, killed_for="cpu" if left_s <= 0 else "wall")
        idle_s = max(0.0, self._most.idle_s - max(0.0, mine_s - used.cpu_s))
        facts = self._box.exchange(b"", Bounds(min(left_s, cpu_s), min(left_wall_s, wall_s), idle_s=idle_s))
        self._lost_s += facts.lost_s
        return after(used, facts)


def after(used: Facts, facts: Facts) -> Facts:
    """Return the facts of a part of a phase, with the clocks of what came before it added."""
    return msgspec.structs.replace(
        facts, wall_s=used.wall_s + facts.wall_s, cpu_s=used.cpu_s + facts.cpu_s, lost_s=used.lost_s + facts.lost_s
    )


# --- who starts processes ---------------------------------------------------------------------------------------------
NOTICE = ReadWarning(
    "W130", "it starts processes, whose CPU this host can't count: what counts is its time on the wall"
)


def measured(sandbox: Sandbox, habits: Habits, run: Callable[[bool], Answered]) -> Answered:
    """Return what `run` does, which is told whether it may start processes; again where it needs that.

    Where no cgroup counts, only the CPU of a process that starts no other one is known exactly. So a submission runs
    there without the right to start any (threads are free). One that starts some dies at that, is run again with the
    right, and keeps it: what counts for its rank is the time that nobody else had.
    """
    if sandbox.exact or sandbox.tier == "plain":
        return run(True)
    if not habits.forks:
        seen = run(False)
        if seen.facts.status != -signal.SIGSYS:
            return seen
        habits.forks = True
    seen = run(True)
    return seen._replace(facts=msgspec.structs.replace(seen.facts, exact=False))


def noticed(facts: Facts) -> tuple[ReadWarning, ...]:
    """Return what to tell the author of a submission whose CPU is not known exactly."""
    return () if facts.exact else (NOTICE,)


# --- once more, with every index checked ------------------------------------------------------------------------------
CRASHES = (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGILL)
LOOKS = 3  # cases of one submission that each worker runs once more
_SAYS = "index is out of bounds"  # numba, of an index that it checks; Python and numpy say more


def crashed(facts: Facts) -> bool:
    """Say whether compiled code has ended the process."""
    return facts.status is not None and -facts.status in CRASHES


def why_crashed(sandbox: Sandbox, request: Request, facts: Facts) -> Finding | None:
    """Return the index that is out of bounds in a kernel; None where it did not crash in one, or none is found."""
    found = _found(sandbox, request) if crashed(facts) else None
    if found is None:
        return None
    note = f"the process ended {ending(facts.status)}; this is from a second run, with NUMBA_BOUNDSCHECK=1"
    return msgspec.structs.replace(found, note=note)


def index_note(sandbox: Sandbox, request: Request) -> str:
    """Return a note on the index that is out of bounds in a kernel, for a case whose answer is wrong; empty where none
    is found in time."""
    kernels = b"numba" in request.ready.source.data
    found = _found(sandbox, msgspec.structs.replace(request, quick=True)) if kernels else None
    if found is None:
        return ""
    line = found.excerpt.text.strip() if found.excerpt else ""
    said = f"a second run, with NUMBA_BOUNDSCHECK=1, found that {found.message} ({found.code}); that may be the reason:"
    return f"{said}\n  {found.where}:  {line}".rstrip()


def _found(sandbox: Sandbox, request: Request) -> Finding | None:
    """Return what is known of this case, or what a look at it finds where there is one left."""
    known, name = request.ready.habits.looks, request.case.path
    if name not in known and len(known) < LOOKS:
        known[name] = _look(sandbox, request)
    return known.get(name)


def _look(sandbox: Sandbox, request: Request) -> Finding | None:
    source = request.ready.source
    try:
        seen = ask(sandbox, request.fresh(checked=True))
    except JudgeError:
        return None
    raised = read_raised(seen.facts.frame)
    if not seen.ready or seen.facts.frame[:1] != protocol.RAISED:
        return None
    if raised.kind == "StackOverflow":
        from judge.executors.diagnosis import why_raised

        return why_raised(raised, source, request.ready.limits)
    if raised.kind != "IndexError" or raised.says != _SAYS or raised.line <= 0:
        return None
    repair = "test it before:  0 <= row < n and 0 <= column < n"
    finding = Finding("E228", "an index is out of bounds in a kernel", help=repair, verdict=Verdict.RTE)
    return finding.at(source.marked(raised.line, "subscript") or raised.place(source))
