"""The function contract: prepare a Python file that has `solve`, and call it on one case in a fresh box."""

from __future__ import annotations

import keyword
import math
import sys
from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from judge.executors import contract
from judge.executors.call import Calling, read_raised
from judge.executors.contract import Outcome
from judge.executors.request import (
    LOOKS,
    Allowance,
    Note,
    Request,
    ask,
    crashed,
    index_note,
    measured,
    noticed,
    why_crashed,
)
from judge.executors.verdict import IDLE_S, decided, ending, peak
from judge.model import Case, Finding, Problem, ReadWarning, Submission, Verdict
from judge.sandbox import Bounds, Box, Facts, Sandbox, protocol
from judge.submissions import Source

_INSTALLED = ("__main__", "judge", "llvmlite", "msgspec", "numba", "numpy", "psutil", "cloudpickle")
PROBE = b"def solve(algorithm, n, lizards, grid):\n    return None\n"
_WARM_UP = "a warm-up board of 4 x 4"
NOT_BACK = f"it did not come back from {_WARM_UP}"
SLOW_S = 3.0  # a load that is worth a word


class Made(msgspec.Struct, frozen=True):
    """What is noted beside kernels that are kept."""

    note: str


class Ready(contract.Ready, frozen=True, kw_only=True):
    """A prepared function."""

    contract: ClassVar[Submission.Contract] = "function"


def place(sandbox: Sandbox) -> Sandbox:
    """Return the sandbox, whose zygote now has numba loaded."""
    return sandbox.warm_up()


def name_in_box(submission: Submission) -> str:
    """Return what the file is called in its boxes: as its author called it, where a module can be called so and no
    other is."""
    stem = submission.path.stem
    taken = stem in sys.stdlib_module_names or stem in _INSTALLED or keyword.iskeyword(stem)
    return "submission.py" if taken or not (stem.isascii() and stem.isidentifier()) else f"{stem}.py"


# --- prepare --------------------------------------------------------------------------------------------------------
def prepare(sandbox: Sandbox, submission: Submission, problem: Problem) -> Finding | Ready:
    """Import and compile once, into the submission's own kernel cache: why that failed, or where it is."""
    main = name_in_box(submission)
    home = sandbox.keep({main: submission.source})
    if isinstance(home, Finding):
        return home
    limits, calling = problem.limits, Calling.of(problem)
    offered = calling.warm_ups()
    inside = home.path_of(main, jailed=sandbox.tier == "namespaces")
    source = Source(submission.source, str(submission.path), inside, calling.call.names)
    key = sandbox.key_of("function", main, submission.source, limits, calling.arguments, offered)
    made = sandbox.prepared(key, Made, home)
    if made is None:
        job = protocol.Job(prepare=True, main=main, arguments=calling.arguments, warmups=tuple(offered))
        with sandbox.start(home, limits, job) as box:
            finding, note = _watch(box, calling, source)
        if finding:
            sandbox.forget(home)
            return finding
        made = Made(note)
        if note != NOT_BACK:  # it was stopped, perhaps while it wrote a kernel
            sandbox.keep_prepared(key, made, home)
    return Ready(home=home, limits=limits, note=made.note, source=source)


def _watch(box: Box, calling: Calling, source: Source) -> tuple[Finding | None, str]:
    """Follow a prepare phase through its frames: why it failed, or a note.

    Out of time while importing or compiling is a CE. That `solve` raises on a warm-up board, dies or runs on past the
    problem's wall limit, of which it may compute all (a first call imports things), decides nothing: no package holds
    that board.
    """
    limits = calling.problem.limits
    allowance = Allowance(box, Bounds(limits.compilation_time, limits.compilation_wall_s, idle_s=IDLE_S))
    imported, compiling, first, note = False, False, True, ""
    while True:
        running = imported and not compiling
        most_s = limits.wall_limit_s if running else math.inf
        facts = allowance.await_frame(most_s, most_s)
        match facts.frame[:1]:
            case protocol.READY:
                return None, note
            case protocol.IMPORTED if not imported:
                imported = True
            case protocol.COMPILING | protocol.COMPILED:
                compiling = facts.frame[:1] == protocol.COMPILING
            case protocol.WARMED if imported:
                first = False
            case protocol.WARM_UP_RAISED if imported:
                if first:  # later ones may be raised for what was kept from the first
                    note = f"on {_WARM_UP} it raised " + read_raised(facts.frame).headline
                first = False
            case protocol.BROKEN:
                from judge.executors.diagnosis import why_not_imported

                return why_not_imported(read_raised(facts.frame), source, limits), ""
            case _:
                return decided("warm-up" if running else "prepare", facts, limits), NOT_BACK


# --- one case -------------------------------------------------------------------------------------------------------
def attempt(sandbox: Sandbox, ready: Ready, problem: Problem, case: Case) -> Outcome:
    """Call `solve` on the case in a fresh box: the facts, and what they say or the answer that is to be judged.

    A crash counts only after kernels that are kept had no part in it: it is run once more with all of them compiled
    anew, and if that ends otherwise, that counts.
    """
    request, habits = Request.of(ready, problem, case), ready.habits
    outcome = _run(sandbox, request)
    if crashed(outcome.facts) and not request.job.fresh and habits.genuine < LOOKS:
        second = _run(sandbox, request.fresh())
        if not crashed(second.facts):
            habits.distrusts = True
            ended = ending(outcome.facts.status)
            said = f"with kept kernels the process ended {ended}; this is a second run with new ones"
            return msgspec.structs.replace(second, notices=(*second.notices, ReadWarning("W127", said)))
        habits.genuine += 1
    index = why_crashed(sandbox, request, outcome.facts)
    return msgspec.structs.replace(outcome, finding=index) if index else outcome


def _run(sandbox: Sandbox, request: Request) -> Outcome:
    ready = request.ready
    seen = measured(sandbox, ready.habits, lambda may: ask(sandbox, request, forks=may))
    facts = seen.facts
    if not seen.ready:
        return Outcome(facts, _why_not_loaded(facts, ready, seen.notes))
    if finding := decided("window", facts, ready.limits):
        return Outcome(facts, finding)
    outcome = _look(facts, request)
    notices = (*outcome.notices, *_of_load(seen.load, seen.notes), *noticed(facts))
    return msgspec.structs.replace(outcome, notices=notices)


def _of_load(load: Facts, notes: Sequence[Note]) -> Iterator[ReadWarning]:
    """Yield which kernels are compiled for each case, and how long loading took, where that was long."""
    if said := "; ".join(dict.fromkeys(note.sentence() for note in notes if note.kind != "unkept")):
        yield ReadWarning("W125", said)
    took_s = load.wall_s - load.lost_s
    if took_s >= SLOW_S:
        said = f"until it could be given the case it took {took_s:.1f} s, {load.cpu_s:.1f} s of them computing"
        yield ReadWarning("W129", said)


def why_wrong(sandbox: Sandbox, ready: Ready, problem: Problem, case: Case) -> str:
    """Run the case once more with every index checked: a note on one that is out of bounds in a kernel."""
    return index_note(sandbox, Request.of(ready, problem, case))


def _why_not_loaded(facts: Facts, ready: contract.Ready, notes: Sequence[Note]) -> Finding | None:
    """It was prepared, and yet a fresh process did not get as far as the case."""
    if facts.frame[:1] == protocol.BROKEN:
        from judge.executors.diagnosis import finding_at

        raised = read_raised(facts.frame)
        finding = Finding("E216", "importing it a second time failed: " + raised.headline)
        return finding_at(finding, raised, ready.source, Verdict.RTE)
    late = decided("load", facts, ready.limits)
    if late and late.code == "E210" and notes:
        return msgspec.structs.replace(late, help=f"{notes[-1].sentence()}; change that")
    return late


def _look(facts: Facts, request: Request) -> Outcome:
    """Return what the frame that came back says: a finding, or an answer, with what to say if that is wrong."""
    ready = request.ready
    if facts.frame[:1] == protocol.RAISED:
        from judge.executors.diagnosis import why_raised

        raised = read_raised(facts.frame)
        finding = why_raised(raised, ready.source, ready.limits)
        return Outcome(facts, finding.noted(before=peak(facts) if finding.code == "E203" else ""))
    answer = request.calling.read(facts.frame, request.case)
    if isinstance(answer, Finding):
        return Outcome(facts, _or_a_program(answer, request))
    nothing = ready.source.why_nothing() if facts.frame == protocol.FAIL else None
    return Outcome(facts, answer=answer, otherwise=nothing and _or_a_program(nothing, request))


def _or_a_program(finding: Finding, request: Request) -> Finding:
    """Return it with a note, where the file could have been meant as a program."""
    source = request.ready.source
    if not source.also_a_program(request.calling.problem.programs):
        return finding
    return finding.noted(
        f"it is judged as a function, as it has a solve that takes {len(source.parameters)} arguments, but it "
        "also reads the case itself: to hand it in as a program, give that solve another name"
    )
