"""The function contract: prepare a Python file that has `solve`, and call it on one case in a fresh box."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import numpy as np

from judge.executors import contract, kept
from judge.executors.allowance import Allowance
from judge.executors.outcome import Outcome, by_ending, by_limit, ending, late_for, starved
from judge.model import Answer, Case, Contract, Finding, Limits, Problem, Submission, Verdict
from judge.problems import puzzles
from judge.sandbox import protocol
from judge.sandbox.box import Bounds, Box
from judge.sandbox.request import Facts, Job
from judge.sandbox.room import room_for
from judge.sandbox.sandbox import Sandbox

MAIN = "submission.py"  # under one name in every box, so that numba finds its kernels again
PROBE = b"def solve(algorithm, n, lizards, grid):\n    return None\n"


NOT_BACK = "it did not come back from a warm-up board of 4 x 4"


class Made(msgspec.Struct, frozen=True):
    """What is noted beside kernels that are kept: the warm-up boards that `solve` came back from, and a note."""

    warmups: tuple[bytes, ...]
    note: str


class Ready(contract.Ready, frozen=True, kw_only=True):
    """A prepared function: where it lies, and the warm-up boards that it came back from."""

    contract: ClassVar[Contract] = "function"

    warmups: tuple[bytes, ...]


def place(sandbox: Sandbox) -> Sandbox:
    """Return the sandbox, whose zygote now has numba loaded."""
    return sandbox.warm_up()


# --- prepare --------------------------------------------------------------------------------------------------------
def prepare(sandbox: Sandbox, submission: Submission, problem: Problem) -> Finding | Ready:
    """Import and compile once, into the submission's own kernel cache: why that failed, or where it is."""
    home = sandbox.keep({MAIN: submission.source})
    if isinstance(home, Finding):
        return home
    limits, offered = problem.limits, warm_up_cases(problem)
    key = kept.key_of(sandbox, "function", (kept.digest(submission.source), limits, offered))
    made = kept.restored(sandbox, key, Made, home)
    if made is None:
        with sandbox.start(home, limits, Job(prepare=True, main=MAIN, warmups=tuple(offered))) as box:
            finding, warmups, note = _watch(box, limits, offered)
        if finding:
            sandbox.forget(home)
            return finding
        made = Made(warmups, note)
        if note != NOT_BACK:  # it was stopped, perhaps while it wrote a kernel
            kept.keep(sandbox, key, made, home)
    return Ready(home=home, limits=limits, note=made.note, warmups=made.warmups)


def warm_up_cases(problem: Problem) -> list[bytes]:
    """Return the puzzle's public boards, each for every algorithm."""
    boards = [text.split() for text in puzzles.named(problem.puzzle).warm_ups]
    cells = [(len(rows), bytes(int(digit) for row in rows for digit in row)) for rows in boards]
    return [protocol.pack_case(name, n, n, grid) for name in problem.algorithms for n, grid in cells]


def _watch(box: Box, limits: Limits, offered: list[bytes]) -> tuple[Finding | None, tuple[bytes, ...], str]:
    """Follow a prepare phase through its frames: why it failed, the warm-ups that came back, a note.

    Out of time while importing or compiling is a CE. A warm-up board on which `solve` itself raises, dies or runs on
    past the problem's time limit is left out, and the cases decide: no package holds that board.
    """
    done: list[bytes] = []
    offers = list(offered)
    allowance = Allowance(box, limits.compilation_time, limits.compilation_wall_s)
    imported, compiling, note = False, False, ""
    while True:
        running = imported and not compiling
        facts = allowance.await_frame(limits.wall_limit_s if running else None)
        match facts.frame[:1]:
            case protocol.READY:
                return None, tuple(done), note
            case protocol.IMPORTED if not imported:
                imported = True
            case protocol.COMPILING | protocol.COMPILED:
                compiling = facts.frame[:1] == protocol.COMPILING
            case protocol.WARMED if offers:
                done.append(offers.pop(0))
            case protocol.WARM_UP_RAISED if offers:
                offers.pop(0)
                note = "on a warm-up board of 4 x 4 it raised " + _first_line(_split_text(facts.frame)[1])
            case _ if running and not facts.frame and facts.killed_for not in ("output", "answer", "starved"):
                return None, tuple(done), NOT_BACK
            case _:
                return _why_not_prepared(facts, limits), (), ""


def _why_not_prepared(facts: Facts, limits: Limits) -> Finding:
    if facts.killed_for == "starved":
        return starved(facts)
    finding = Finding("E219", f"the process ended while getting ready, {ending(facts.status)}", note=facts.stderr)
    if facts.frame[:1] == protocol.BROKEN:
        kind, text = _split_text(facts.frame)
        code, help_ = {
            "NumbaError": ("E218", "numba's message stands above; take @njit away to find the line"),
            "ModuleNotFoundError": ("E217", "a submission may import numpy and numba, and the standard library"),
            "MemoryError": ("E215", f"the limit is {limits.memory} MiB"),
        }.get(kind, ("E216", "import the file in a Python of your own to see the same error"))
        finding = Finding(code, "it could not be made ready: " + _first_line(text), note=text, help=help_)
    elif facts.killed_for in ("cpu", "wall"):
        finding = Finding(
            "E214",
            late_for("importing and compiling", facts, limits.compilation_time, limits.compilation_wall_s),
            help="move work from the top level into solve; let one kernel do, instead of many",
        )
    elif facts.killed_for == "memory":
        finding = Finding("E215", f"getting ready took more than {limits.memory} MiB")
    elif facts.killed_for == "output":
        finding = Finding("E204", f"it printed more than {limits.output} MiB while getting ready")
    elif facts.frame or facts.killed_for:
        finding = Finding("E208", "it wrote into the judge's own pipe while getting ready")
    return msgspec.structs.replace(finding, verdict=Verdict.CE)


# --- one case -------------------------------------------------------------------------------------------------------
def attempt(sandbox: Sandbox, ready: Ready, problem: Problem, case: Case) -> Outcome:
    """Call `solve` on the case in a fresh box: the facts, and what they say or the answer that is to be judged."""
    limits, board = ready.limits, case.board
    data = protocol.pack_case(board.algorithm, board.n, board.pieces)
    job = Job(prepare=False, main=MAIN, warmups=ready.warmups, room=room_for(board.n, limits.memory_bytes))
    most = puzzles.named(problem.puzzle).answers.most_cells
    longest = most(board.n) + protocol.SHAPE.size if most else limits.output_bytes
    bounds = Bounds(limits.stop_s, limits.stop_wall_s, max(protocol.TEXT_LIMIT, longest))
    with sandbox.start(ready.home, limits, job) as box:
        facts = _until_ready(box, limits)
        if facts.frame[:1] != protocol.READY:
            return Outcome(facts, _why_not_loaded(facts, limits))
        load_cpu_s = facts.cpu_s
        facts = msgspec.structs.replace(box.exchange(data, bounds, board.grid.tobytes()), load_cpu_s=load_cpu_s)
    if finding := by_limit(facts, limits):
        return Outcome(facts, finding)
    return Outcome(facts, *_look(facts, limits, problem.puzzle))


def _until_ready(box: Box, limits: Limits) -> Facts:
    """Return the load phase: its last frame, its clocks."""
    allowance = Allowance(box, limits.load_limit_s, limits.compilation_wall_s)
    while True:
        facts = allowance.await_frame()
        if facts.frame[:1] not in (protocol.IMPORTED, protocol.WARMED):
            return facts


def _why_not_loaded(facts: Facts, limits: Limits) -> Finding:
    """It was prepared, and yet a fresh process did not get as far as the case."""
    if facts.frame[:1] == protocol.BROKEN:
        text = _split_text(facts.frame)[1]
        return Finding(
            "E216", "importing it a second time failed: " + _first_line(text), note=text, verdict=Verdict.RTE
        )
    if facts.killed_for in ("cpu", "wall"):
        return Finding(
            "E210",
            late_for("before it was given the case, it", facts, limits.load_limit_s, limits.compilation_wall_s),
            help="move work from the top level into solve, and use kernels that numba can keep",
            verdict=Verdict.TLE,
        )
    if facts.frame:
        return Finding("E208", "it broke the protocol before it was given the case", verdict=Verdict.RTE)
    return by_limit(facts, limits) or by_ending(facts)


def _look(facts: Facts, limits: Limits, puzzle: str) -> tuple[Finding | None, Answer | None]:
    """Return the frame that came back: a finding, or the answer in it. Its lengths are the submission's word."""
    kind, payload = facts.frame[:1], memoryview(facts.frame)[1:]
    if not kind:
        return by_ending(facts), None
    if kind == protocol.RAISED:
        return _raised(facts.frame, limits), None
    if kind == protocol.STRANGE:
        return _strange(bytes(payload).decode(errors="replace")), None
    if kind == protocol.FAIL:
        return None, Answer(fail=True)
    if kind == protocol.COUNT and len(payload) < protocol.DIGITS and bytes(payload).removeprefix(b"-").isdigit():
        return None, Answer(count=int(payload))
    if kind == protocol.ARRAY and len(payload) >= protocol.SHAPE.size:
        rows, columns = protocol.SHAPE.unpack_from(payload)
        cells = np.frombuffer(payload, dtype=np.int8, offset=protocol.SHAPE.size)
        if rows * columns == len(cells) and max(rows, columns) < 1 << 31:
            return None, puzzles.named(puzzle).answers.take(cells.reshape(rows, columns))
    return Finding("E208", "what came back is not a frame of this protocol", verdict=Verdict.RTE), None


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


def _split_text(frame: bytes) -> tuple[str, str]:
    """Return the kind of exception and its text; both are the submission's words."""
    kind, _, text = frame[1:].decode(errors="replace").partition("\n")
    return kind, text.strip()


def _first_line(text: str) -> str:
    return text.splitlines()[0][:300] if text else "an exception without a text"
