"""Prepare a submission, and run it on one case: from bytes and Facts to a verdict.

Facts beat the validator: killed for memory, output or time first, then how the process ended, then the answer.
"""

from __future__ import annotations

import signal
import time

import msgspec
import numpy as np

from judge.model import (
    Answer,
    Case,
    Facts,
    Finding,
    Limits,
    Prepared,
    Problem,
    PuzzleName,
    Run,
    Sample,
    Submission,
    Verdict,
)
from judge.problems import puzzles
from judge.runner import frames
from judge.runner.box import Bounds, Box
from judge.runner.sandbox import Home, Sandbox


class Ready(msgspec.Struct, frozen=True):
    """A prepared submission: where it lies, and the warm-up boards that it came back from."""

    home: Home
    warmups: tuple[bytes, ...]


# --- prepare --------------------------------------------------------------------------------------------------
def prepare(sandbox: Sandbox, submission: Submission, problem: Problem) -> tuple[Prepared, Ready | None]:
    """Import and compile once, into the submission's own kernel cache. None instead of Ready on CE."""
    if submission.fault:
        return Prepared(Verdict.CE, 0.0, submission.fault.message, submission.fault), None
    start_s = time.monotonic()
    home = sandbox.home(submission.source)
    offered = warm_up_cases(problem)
    with sandbox.start(home, problem.limits, offered, prepare=True) as box:
        finding, warmups, note = _watch(box, problem.limits, offered)
    wall_s = time.monotonic() - start_s
    if finding:
        return Prepared(Verdict.CE, wall_s, finding.message, finding), None
    return Prepared(Verdict.AC, wall_s, note), Ready(home, warmups)


def warm_up_cases(problem: Problem) -> list[bytes]:
    """Public boards of 4 x 4 that have an answer, one for each algorithm, with and without a tree where trees grow."""
    grids = [np.zeros((4, 4), dtype=np.int8)]
    if problem.puzzle == "lizards":
        grids.append(grids[0].copy())
        grids[1][1, 1] = 2
    return [frames.pack_case(name, 4, 4, grid.tobytes()) for name in problem.algorithms for grid in grids]


def _watch(box: Box, limits: Limits, offered: list[bytes]) -> tuple[Finding | None, tuple[bytes, ...], str]:
    """Follow a prepare phase through its frames: why it failed, the warm-ups that came back, a note.

    Out of time while importing or compiling is a CE. A warm-up board on which `solve` itself raises, dies or runs on
    past the problem's time limit is left out, and the cases decide: no package holds that board.
    """
    done: list[bytes] = []
    offers = iter(offered)
    deadline_s = time.monotonic() + limits.compilation_time
    running, note = False, ""
    while True:
        left_s = max(0.0, deadline_s - time.monotonic())
        bound_s = min(left_s, limits.wall_limit_s) if running else left_s
        facts = box.exchange(b"", Bounds(bound_s, bound_s))
        match facts.frame[:1]:
            case frames.READY:
                return None, tuple(done), note
            case frames.IMPORTED | frames.COMPILED:
                running = True
            case frames.COMPILING:
                running = False
            case frames.WARMED:
                done.append(next(offers))
            case frames.WARM_UP_RAISED:
                next(offers)
                note = "on a warm-up board of 4 x 4 it raised " + _split_text(facts.frame)[1]
            case _ if running and not facts.frame and facts.killed_for != "output":
                return None, tuple(done), "it did not come back from a warm-up board of 4 x 4"
            case _:
                return _why_not_prepared(facts, limits), (), ""


def _why_not_prepared(facts: Facts, limits: Limits) -> Finding:
    finding = Finding("E219", f"the process ended while getting ready, {_ending(facts.status)}", note=facts.stderr)
    if facts.frame[:1] == frames.BROKEN:
        kind, text = _split_text(facts.frame)
        code, help_ = {
            "NumbaError": ("E218", "numba's message stands above; take @njit away to find the line"),
            "ModuleNotFoundError": (
                "E217",
                "a submission may import numpy and numba, and the standard library",
            ),
            "MemoryError": ("E215", f"the limit is {limits.memory} MiB"),
        }.get(kind, ("E216", "import the file in a Python of your own to see the same error"))
        finding = Finding(code, "it could not be made ready: " + _first_line(text), note=text, help=help_)
    elif facts.killed_for in ("cpu", "wall"):
        finding = Finding(
            "E214",
            f"importing and compiling took more than {limits.compilation_time:g} s",
            help="move work from the top level into solve; let one kernel do, instead of many",
        )
    elif facts.killed_for == "memory":
        finding = Finding("E215", f"getting ready took more than {limits.memory} MiB")
    elif facts.killed_for == "output":
        finding = Finding("E204", f"it printed more than {limits.output} MiB while getting ready")
    elif facts.frame or facts.killed_for:
        finding = Finding("E208", "it wrote into the judge's own pipe while getting ready")
    return msgspec.structs.replace(finding, verdict=Verdict.CE)


# --- one case -------------------------------------------------------------------------------------------------
def run_case(sandbox: Sandbox, ready: Ready, problem: Problem, case: Case) -> Run:
    """One repetition in a fresh box. JudgeError E303 when the sandbox fails."""
    limits, board = problem.limits, case.board
    data = frames.pack_case(board.algorithm, board.n, board.pieces, board.grid.tobytes())
    longest = limits.output_bytes if problem.puzzle == "all-queens" else board.n * board.n + frames.SHAPE.size
    bounds = Bounds(limits.time_limit, limits.wall_limit_s, max(frames.TEXT_LIMIT, longest))
    with sandbox.start(ready.home, limits, ready.warmups, prepare=False) as box:
        facts = _until_ready(box, limits)
        loaded = facts.frame[:1] == frames.READY
        if loaded:
            facts = box.exchange(data, bounds)
    finding, answer = _look(facts, limits, problem.puzzle) if loaded else (_why_not_loaded(facts, limits), None)
    if answer is not None:
        finding = puzzles.judge(case, problem.puzzle, answer)
    return _run(case, facts, finding, answer)


def _until_ready(box: Box, limits: Limits) -> Facts:
    deadline_s = time.monotonic() + limits.compilation_time
    while True:
        left_s = max(0.0, deadline_s - time.monotonic())
        facts = box.exchange(b"", Bounds(left_s, left_s))
        if facts.frame[:1] not in (frames.IMPORTED, frames.WARMED):
            return facts


def _why_not_loaded(facts: Facts, limits: Limits) -> Finding:
    """It was prepared, and yet a fresh process did not get as far as the case."""
    if facts.frame[:1] == frames.BROKEN:
        text = _split_text(facts.frame)[1]
        return Finding(
            "E216", "importing it a second time failed: " + _first_line(text), note=text, verdict=Verdict.RTE
        )
    if facts.killed_for in ("cpu", "wall"):
        message = f"a fresh process was not ready for the case within {limits.compilation_time:g} s"
        return Finding("E214", message, verdict=Verdict.TLE)
    return _by_force(facts, limits) or Finding("E208", "it broke the protocol before the case", verdict=Verdict.RTE)


def _look(facts: Facts, limits: Limits, puzzle: PuzzleName) -> tuple[Finding | None, Answer | None]:
    """A finding from the facts alone, or the answer that the validator has to look at."""
    finding = _by_force(facts, limits)
    if finding:
        return finding, None
    kind, payload = facts.frame[:1], memoryview(facts.frame)[1:]
    if kind == frames.RAISED:
        return _raised(facts.frame, limits), None
    if kind == frames.STRANGE:
        text = bytes(payload).decode(errors="replace")
        return _strange(text), None
    if kind == frames.FAIL:
        return None, Answer(fail=True)
    if kind == frames.COUNT and bytes(payload).isdigit():
        return None, Answer(count=int(payload))
    if kind == frames.ARRAY and len(payload) >= frames.SHAPE.size:
        rows, columns = frames.SHAPE.unpack_from(payload)
        cells = np.frombuffer(payload, dtype=np.int8, offset=frames.SHAPE.size)
        if rows * columns == len(cells):
            table = cells.reshape(rows, columns)
            if puzzle == "all-queens":
                return None, Answer(columns=table.astype(np.int64))
            return None, Answer(board=table)
    return Finding("E208", "what came back is not a frame of this protocol", verdict=Verdict.RTE), None


def _by_force(facts: Facts, limits: Limits) -> Finding | None:
    """Memory, output, time, then how the process ended."""
    match facts.killed_for:
        case "memory":
            return Finding("E203", f"it used more than {limits.memory} MiB of memory", verdict=Verdict.MLE)
        case "output":
            return Finding(
                "E204",
                f"it printed more than {limits.output} MiB",
                help="take debug prints out of loops",
                verdict=Verdict.OLE,
            )
        case "wall" if facts.cpu_s <= limits.time_limit:
            return Finding(
                "E202",
                f"no answer after {facts.wall_s:.1f} s on the wall clock, {facts.cpu_s:.2f} s of them computing",
                note=f"the limit is {limits.time_limit:g} s of CPU and {limits.wall_limit_s:g} s in all",
                help="do not sleep or wait",
                verdict=Verdict.TLE,
            )
        case "answer":
            return Finding("E112", "it answered with more bytes than any answer has, or before it was asked")
    if facts.cpu_s > limits.time_limit or facts.killed_for:
        late = ", although it answered in the end" if facts.frame else ""
        return Finding("E201", f"no answer within {limits.time_limit:g} s of CPU{late}", verdict=Verdict.TLE)
    if not facts.frame:
        code = "E206" if facts.status is not None and facts.status < 0 else "E207"
        return Finding(
            code,
            f"the process ended before it gave an answer, {_ending(facts.status)}",
            note=facts.stderr,
            help="SIGSEGV is often recursion that is too deep, or an index outside an array in a kernel"
            if facts.status == -signal.SIGSEGV
            else "",
            verdict=Verdict.RTE,
        )
    return None


def _raised(frame: bytes, limits: Limits) -> Finding:
    kind, text = _split_text(frame)
    if kind == "MemoryError":
        return Finding("E203", f"it asked for more than {limits.memory} MiB of memory", note=text, verdict=Verdict.MLE)
    if kind == "SystemExit":
        return Finding("E207", "solve called exit before it gave an answer", note=text, verdict=Verdict.RTE)
    return Finding("E205", "solve raised " + _first_line(text), note=text, verdict=Verdict.RTE)


def _strange(text: str) -> Finding:
    return Finding(
        "E120",
        f"solve returned {text}, not an answer",
        note="an answer is an int8 array of the board's shape, or None for FAIL",
        help="return board.astype(np.int8)" if text.startswith("an array") else "return the board itself, as an array",
    )


def _ending(status: int | None) -> str:
    if status is None:
        return "nobody saw how"
    if status < 0:
        try:
            return f"by {signal.Signals(-status).name}"
        except ValueError:
            return f"by signal {-status}"
    return f"with exit status {status}"


def _split_text(frame: bytes) -> tuple[str, str]:
    """The kind of exception and its text; both are the submission's words."""
    kind, _, text = frame[1:].decode(errors="replace").partition("\n")
    return kind, text.strip()


def _first_line(text: str) -> str:
    return text.splitlines()[0][:300] if text else "an exception without a text"


def _run(case: Case, facts: Facts, finding: Finding | None, answer: Answer | None) -> Run:
    verdict = finding.verdict if finding else Verdict.AC
    return Run(
        case=case.name,
        group=case.group,
        algorithm=case.board.algorithm,
        verdict=verdict,
        code=finding.code if finding else "",
        message=finding.message if finding else "",
        cells=finding.cells if finding else (),
        wall_s=facts.wall_s,
        cpu_s=facts.cpu_s,
        memory_bytes=facts.memory_bytes,
        samples=(Sample(verdict, facts.wall_s, facts.cpu_s, facts.memory_bytes),),
        finding=finding,
        board=answer.board if finding and answer else None,
    )
