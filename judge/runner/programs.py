"""The program contract: compile a source file, and run it on one case in a fresh box.

It finds input.txt in its working directory, and the same on stdin (for spies n alone); its answer is the output.txt
that it wrote, else what it printed. Compiling is its prepare phase, in a box as well: a compiler reads strangers'
text.
"""

from __future__ import annotations

import re

import msgspec

from judge.model import Answer, Case, Facts, Finding, Limits, Problem, Submission, Verdict
from judge.problems.answer import read_answer
from judge.problems.board import write_case
from judge.runner import frames
from judge.runner.box import Bounds
from judge.runner.findings import by_ending, by_limit, ending
from judge.runner.languages import Language, language_of
from judge.runner.sandbox import Home, Job, Sandbox

INPUT, OUTPUT = "input.txt", "output.txt"
LOG_KEPT = 64 << 10


class Ready(msgspec.Struct, frozen=True):
    """A compiled program: where it lies, and how it is started."""

    home: Home
    command: tuple[str, ...]


def prepare(sandbox: Sandbox, submission: Submission, problem: Problem) -> tuple[Finding | None, str, Ready | None]:
    """Compile once: why that failed, the compiler's warnings, and what to run."""
    language = language_of(submission.path.suffix)
    if language is None:
        message = f"{submission.path.name}: no language here is known by that ending"
        return Finding("E438", message, verdict=Verdict.CE), "", None
    name = _safe_name(submission.path.name)
    home = sandbox.keep({name: submission.source})
    limits = problem.limits
    words = (f"{home.source}/{name}", home.cache, limits.memory)
    job = Job(prepare=True, command=language.command(language.compile, *words))
    # A compiler may use more memory than the program it makes.
    generous = msgspec.structs.replace(limits, memory=max(limits.memory, 1024))
    with sandbox.start(home, generous, job) as box:
        facts = box.run(b"", Bounds(limits.compilation_time, limits.compilation_time, 0))
    log = (facts.stdout.decode(errors="replace") + facts.stderr)[-LOG_KEPT:].strip()
    finding = _why_not_compiled(facts, generous, language, log)
    return finding, log, Ready(home, language.command(language.run, *words))


def _why_not_compiled(facts: Facts, limits: Limits, language: Language, log: str) -> Finding | None:
    ce = Verdict.CE
    if facts.killed_for == "memory":
        return Finding("E215", f"compiling took more than {limits.memory} MiB", verdict=ce)
    if facts.killed_for == "output":
        return Finding("E204", f"the compiler printed more than {limits.output} MiB", verdict=ce)
    if facts.killed_for:
        return Finding("E214", f"compiling took more than {limits.compilation_time:g} s", verdict=ce)
    if facts.status == frames.NOT_STARTED:
        return Finding("E220", f"there is no compiler for {language.name} here", note=log, verdict=ce)
    if facts.status != 0:
        message = f"the {language.name} compiler refused the program, {ending(facts.status)}"
        return Finding("E221", message, note=log, help="compile it with the command that stands in the log", verdict=ce)
    return None


def attempt(
    sandbox: Sandbox, ready: Ready, problem: Problem, case: Case
) -> tuple[Facts, Finding | None, Answer | None]:
    """Run the program on the case in a fresh box: the facts, and what they say or the answer that is to be judged."""
    limits = problem.limits
    text = write_case(case.board)
    stdin = f"{case.board.n}\n".encode() if problem.puzzle == "spies" else text
    data = frames.INPUT.pack(len(text), len(stdin)) + text + stdin
    with sandbox.start(ready.home, limits, Job(False, command=ready.command, input=INPUT, output=OUTPUT)) as box:
        facts = box.run(data, Bounds(limits.time_limit, limits.wall_limit_s, 0))
    finding = by_limit(facts, limits)
    if finding is None and facts.status != 0:
        finding = by_ending(facts)
    if finding is None and facts.output_fault:
        finding = _refused_output(facts.output_fault, limits)
    if finding is not None:
        return facts, finding, None
    file, said = (OUTPUT, facts.output) if facts.output is not None else ("stdout", facts.stdout)
    read = read_answer(said, problem.puzzle, case.board.n, problem.strict, file)
    return (facts, read, None) if isinstance(read, Finding) else (facts, None, read)


def _refused_output(fault: str, limits: Limits) -> Finding:
    if "bytes long" in fault or "too long" in fault:
        return Finding("E204", f"{fault}; the limit is {limits.output} MiB", verdict=Verdict.OLE)
    return Finding("E122", fault, help="write the answer into a plain file of that name", verdict=Verdict.WA)


def _safe_name(name: str) -> str:
    """The file's own name, which Java insists on, unless it has characters that a command line would trip over."""
    stem, _, suffix = name.rpartition(".")
    return name if re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_+-]*", stem) else f"submission.{suffix}"
