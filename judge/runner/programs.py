"""The program contract: compile a source file or a folder, and run it on one case in a fresh box.

It finds input.txt in its working directory, and the same on stdin (for spies n alone); its answer is the output.txt
that it wrote, else what it printed. Compiling is its prepare phase, in a box as well: a compiler reads strangers'
text. What is judged is what the homework judged, the file that is left when everything is over; a time-out wins over
whatever that file says.
"""

from __future__ import annotations

import statistics

import msgspec

from judge.model import Answer, Case, Facts, Finding, Limits, Notice, Problem, Submission, Verdict
from judge.problems.answer import read_answer
from judge.problems.board import write_case
from judge.problems.shapes import read_shape
from judge.runner import frames, sources
from judge.runner.box import Bounds
from judge.runner.findings import Outcome, by_ending, by_limit, ending
from judge.runner.languages import Language, is_there
from judge.runner.sandbox import Home, Job, Sandbox

LOG_KEPT = 64 << 10
STARTUP_RUNS = 3
_measured_s: dict[str, float] = {}  # by language: the machine is the same throughout
_TELLING = ("-Wreturn-type", "-Wuninitialized", "-Wmaybe-uninitialized")  # right at -O0, wrong at -O2


class Ready(msgspec.Struct, frozen=True):
    """A compiled program: where it lies, how it is started, and what its compiler and its text let one expect."""

    home: Home
    command: tuple[str, ...]
    limits: Limits
    language: str
    startup_s: float
    hint: str = ""  # warnings of the compiler that explain a crash
    paths: str = ""  # places of its author's machine that its text names


# --- prepare --------------------------------------------------------------------------------------------------------
def prepare(sandbox: Sandbox, submission: Submission, problem: Problem) -> tuple[Finding | None, str, Ready | None]:
    """Compile once: why that failed, what the compiler said, and what to run."""
    plan = sources.plan(submission)
    if isinstance(plan, Finding):
        return plan, "", None
    if not is_there(plan.language):
        return _no_compiler(plan.language), "", None
    home = sandbox.keep(dict(plan.files))
    limits = _stretched(problem, plan.language)
    words = plan.words(home.source, home.cache, limits.memory)
    # A compiler may use more memory than the program it makes.
    generous = msgspec.structs.replace(limits, memory=max(limits.memory, 1024))
    command = plan.language.command(plan.compile, words, plan.paths(home.source))
    with sandbox.start(home, generous, Job(prepare=True, command=command)) as box:
        facts = box.run(b"", Bounds(limits.compilation_time, limits.compilation_time, 0))
    log = (facts.stdout.decode(errors="replace") + facts.stderr)[-LOG_KEPT:].strip()
    if finding := _why_not_compiled(facts, generous, plan.language, log):
        return finding, log, None
    ready = Ready(
        home,
        plan.language.command(plan.run, words, plan.paths(home.source)),
        limits,
        plan.language.name,
        _startup_s(sandbox, plan.language),
        "\n".join(line for line in log.splitlines() if any(flag in line for flag in _TELLING)),
        sources.foreign_paths(submission),
    )
    return None, log, ready


def _stretched(problem: Problem, language: Language) -> Limits:
    """The limits for a language: problem.toml may give slow ones more time."""
    factors = {name.lower(): factor for name, factor in problem.programs.multipliers.items()}
    factor = factors.get(language.name.lower(), 1.0)
    return msgspec.structs.replace(problem.limits, time_limit=problem.limits.time_limit * factor)


def _startup_s(sandbox: Sandbox, language: Language) -> float:
    """CPU of a program that does nothing, which is what starting its interpreter or machine costs; measured once."""
    if language.name not in _measured_s:
        _measured_s[language.name] = _measure_startup_s(sandbox, language) if language.empty else 0.0
    return _measured_s[language.name]


def _measure_startup_s(sandbox: Sandbox, language: Language) -> float:
    plan = sources.empty(language)
    home = sandbox.keep(dict(plan.files))
    limits = Limits(memory=1024)
    words = plan.words(home.source, home.cache, limits.memory)
    compiling = language.command(plan.compile, words, plan.paths(home.source))
    with sandbox.start(home, limits, Job(prepare=True, command=compiling)) as box:
        box.run(b"", Bounds(limits.compilation_time, limits.compilation_time, 0))
    running = language.command(plan.run, words, plan.paths(home.source))
    times_s: list[float] = []
    for _ in range(STARTUP_RUNS):
        with sandbox.start(home, limits, Job(prepare=False, command=running, input="input.txt")) as box:
            times_s.append(box.run(frames.INPUT.pack(0, 0), Bounds(limits.time_limit, limits.wall_limit_s, 0)).cpu_s)
    return statistics.median(times_s)


def _no_compiler(language: Language) -> Finding:
    return Finding(
        "E220",
        f"nothing here compiles or runs {language.name}",
        help=f"tell the host: sudo apt-get install {language.package}" if language.package else "",
        verdict=Verdict.CE,
    )


def _why_not_compiled(facts: Facts, limits: Limits, language: Language, log: str) -> Finding | None:
    ce = Verdict.CE
    if facts.killed_for == "memory":
        return Finding("E215", f"compiling took more than {limits.memory} MiB", verdict=ce)
    if facts.killed_for == "output":
        return Finding("E204", f"the compiler printed more than {limits.output} MiB", verdict=ce)
    if facts.killed_for:
        return Finding("E214", f"compiling took more than {limits.compilation_time:g} s", verdict=ce)
    if facts.status == frames.NOT_STARTED:
        return _no_compiler(language)
    if facts.status != 0:
        message = f"the {language.name} compiler refused the program, {ending(facts.status)}"
        return Finding("E221", message, note=log, help="mend the first error in the log first", verdict=ce)
    return None


# --- one case -------------------------------------------------------------------------------------------------------
def attempt(sandbox: Sandbox, ready: Ready, problem: Problem, case: Case) -> Outcome:
    """Run the program on the case in a fresh box: the facts, and what they say or the answer that is to be judged."""
    rules = problem.programs
    text = write_case(case.board)
    if rules.dialect == "no-algorithm":
        text = text.split(b"\n", 1)[1]
    stdin = f"{case.board.n}\n".encode() if problem.puzzle == "spies" else text
    parts = (b"" if rules.io == "stdio" else text), (b"" if rules.io == "files" else stdin)
    data = frames.INPUT.pack(*map(len, parts)) + b"".join(parts)
    output = "" if rules.io == "stdio" else rules.output_file
    with sandbox.start(
        ready.home, ready.limits, Job(False, command=ready.command, input=rules.input_file, output=output)
    ) as box:
        facts = box.run(data, Bounds(ready.limits.time_limit, ready.limits.wall_limit_s, 0))
    if finding := by_limit(facts, ready.limits):
        return Outcome(facts, finding)
    if facts.output_fault:
        return Outcome(facts, _refused_output(facts.output_fault, ready.limits))
    otherwise, notices = _by_status(facts)
    if otherwise and problem.strict:
        return Outcome(facts, otherwise)
    read = _answer(facts, problem, case, ready)
    if isinstance(read, Finding):
        return Outcome(facts, otherwise or read)
    return Outcome(facts, answer=read, otherwise=otherwise, notices=notices)


def _by_status(facts: Facts) -> tuple[Finding | None, tuple[Notice, ...]]:
    """An exit status other than 0 is forgiven if the answer is right: the homework looked at the file alone."""
    if facts.status == 0:
        return None, ()
    finding = by_ending(facts)
    return finding, (Notice("W113", f"the program ended {ending(facts.status)}, but its answer is right"),)


def _answer(facts: Facts, problem: Problem, case: Case, ready: Ready) -> Answer | Finding:
    """From the output file if there is one, else from stdout where that may hold it."""
    rules = problem.programs
    if facts.output is not None:
        return _read(facts.output, problem, case, rules.output_file)
    if rules.io == "files" or (rules.io == "any" and not facts.stdout.strip()):
        return _no_output(facts, problem, case, ready)
    return _read(facts.stdout, problem, case, "stdout")


def _read(data: bytes, problem: Problem, case: Case, file: str) -> Answer | Finding:
    n = case.board.n
    read = read_answer(data, problem.puzzle, n, problem.strict, file)
    if isinstance(read, Finding) and problem.programs.shapes:
        return read_shape(data, problem.puzzle, n, file) or read
    return read


def _no_output(facts: Facts, problem: Problem, case: Case, ready: Ready) -> Finding:
    """Nothing where the answer should be: say where it went instead, if that can be seen."""
    name = problem.programs.output_file
    notes: list[str] = []
    if facts.left:
        notes.append(f"it wrote {', '.join(facts.left)}")
    if facts.stdout.strip() and not isinstance(_read(facts.stdout, problem, case, "stdout"), Finding):
        notes.append("it printed a well-formed answer on stdout")
    if ready.paths:
        notes.append(f"its source names {ready.paths}, which is not on this machine")
    if facts.stderr.strip():
        notes.append(f"it said on stderr: {facts.stderr.strip().splitlines()[-1]}")
    note = "; ".join(notes) or "it ended without a word; an exception that is caught and passed over looks like this"
    repair = f"read {problem.programs.input_file} and write {name}, by these names alone: no folder, no argument"
    return Finding("E101", f"the program wrote no {name}", note=note, help=repair)


def _refused_output(fault: str, limits: Limits) -> Finding:
    if "bytes long" in fault or "too long" in fault:
        return Finding("E204", f"{fault}; the limit is {limits.output} MiB", verdict=Verdict.OLE)
    return Finding("E122", fault, help="write the answer into a plain file of that name", verdict=Verdict.WA)
