"""The program contract: compile a source file or a folder, and run it on one case in a fresh box.

It finds input.txt in its working directory, and on stdin the same, or what its puzzle gives there; its answer is the
output.txt that it wrote, else what it printed. Compiling is its prepare phase. What is judged is what the homework
judged, the file that is left when everything is over; a time-out wins over whatever that file says.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from judge.executors import contract, kept
from judge.executors.outcome import Outcome, by_limit, ending
from judge.executors.program import crash, output
from judge.executors.program import plan as sources
from judge.executors.program.commands import homes, is_there
from judge.executors.program.compile import compile_in, no_compiler
from judge.executors.program.fingerprint import fingerprint_of
from judge.executors.program.hints import Habits, habits
from judge.executors.program.missing_files import failed_opens
from judge.executors.program.startup import startup_s
from judge.model import Answer, Case, Contract, Finding, Limits, Problem, ReadWarning, Submission, Verdict
from judge.problems import puzzles
from judge.sandbox import protocol
from judge.sandbox.box import Bounds
from judge.sandbox.names import refused
from judge.sandbox.request import Facts, Home, Job
from judge.sandbox.sandbox import Sandbox
from judge.submissions.languages import Language
from judge.submissions.source import Source

PROBE = b'print("FAIL")\n'
_TELLING = ("-Wreturn-type", "-Wuninitialized", "-Wmaybe-uninitialized")  # right at -O0, wrong at -O2


class Made(msgspec.Struct, frozen=True):
    """What is noted beside a program that is kept: what its compiler said, and in which folder its source lay."""

    log: str
    folder: str


class Ready(contract.Ready, frozen=True, kw_only=True):
    """A compiled program: where it lies, how it is started, and what its compiler and its text let one expect."""

    contract: ClassVar[Contract] = "program"

    command: tuple[str, ...]
    habits: Habits
    folder: str  # where its source lay when it was compiled: it may tell of files there
    source: Source


def place(sandbox: Sandbox) -> Sandbox:
    """Return the sandbox whose zygote is quick to fork, and whose boxes see the languages of this host."""
    return sandbox.lean(homes())


# --- prepare --------------------------------------------------------------------------------------------------------
def prepare(sandbox: Sandbox, submission: Submission, problem: Problem) -> Finding | Ready:
    """Compile once: why that failed, or what to run, with what the compiler said as its note."""
    plan = sources.plan(submission)
    return plan if isinstance(plan, Finding) else prepare_by(plan, sandbox, submission, problem)


def prepare_by(plan: sources.Plan, sandbox: Sandbox, submission: Submission, problem: Problem) -> Finding | Ready:
    """Compile it as a plan says, which may be another than its files let one expect."""
    if not is_there(plan.language):
        return no_compiler(plan.language, plan.why)
    rules = problem.programs
    beside = tuple(name for name in (rules.input_file, rules.output_file) if name != plan.main)
    beside = () if plan.online else beside  # what prepares itself is run as a copy
    if (folder := plan.main.partition("/")[0]) in beside:
        return refused(f"the file that is run lies in a folder called {folder}, as the case is")
    home = sandbox.keep(dict(plan.files), beside)
    if isinstance(home, Finding):
        return home
    limits = _stretched(problem, plan.language)
    made = _made(sandbox, home, plan, limits, beside)
    if isinstance(made, Finding):
        sandbox.forget(home)
        return made
    return Ready(
        home=home,
        limits=limits,
        note=made.log,
        hint="\n".join(line for line in made.log.splitlines() if any(flag in line for flag in _TELLING)),
        language=plan.language.name,
        startup_s=startup_s(sandbox, plan.language),
        command=plan.command(home, limits),
        habits=habits(submission),
        folder=made.folder,
        source=Source.of(submission),
    )


def _made(sandbox: Sandbox, home: Home, plan: sources.Plan, limits: Limits, beside: tuple[str, ...]) -> Finding | Made:
    """Compile it in its home, or lay there what was compiled before."""
    key = kept.key_of(sandbox, "program", fingerprint_of(plan, limits, beside))
    lasts = sandbox.tier == "namespaces" or not plan.online  # what prepares itself may write down where it lies
    if lasts and (made := kept.restored(sandbox, key, Made, home)):
        return made
    finding, log = compile_in(sandbox, home, plan, limits)
    if finding:
        return finding
    made = Made(log, home.source)
    if lasts:
        kept.keep(sandbox, key, made, home)
    return made


def _stretched(problem: Problem, language: Language) -> Limits:
    """The limits for a language: problem.toml may give slow ones more time."""
    factors = {name.lower(): factor for name, factor in problem.programs.multipliers.items()}
    factor = factors.get(language.name.lower(), 1.0)
    return msgspec.structs.replace(problem.limits, time_limit=problem.limits.time_limit * factor)


# --- one case -------------------------------------------------------------------------------------------------------
def attempt(sandbox: Sandbox, ready: Ready, problem: Problem, case: Case) -> Outcome:
    """Run the program on the case in a fresh box: the facts, and what they say or the answer that is to be judged."""
    rules = problem.programs
    job = Job(False, command=ready.command, input=rules.input_file, output=rules.output_file)
    data = _case(problem, case)
    with sandbox.start(ready.home, ready.limits, job) as box:
        facts = box.run(data, Bounds(ready.limits.stop_s, ready.limits.stop_wall_s, 0))
    facts = msgspec.structs.replace(facts, stderr=_without_folders(facts.stderr, ready))
    if finding := by_limit(facts, ready.limits, "the program had not ended"):
        return Outcome(facts, _whatever_it_wrote(finding))
    if facts.output_fault and rules.io != "stdio":
        return Outcome(facts, output.refused_output(facts.output_fault, ready.limits))
    otherwise, notices = _by_status(facts, problem, ready)
    if otherwise and problem.strict:
        note = "\n".join(filter(None, ("here a right answer does not outweigh that", otherwise.note)))
        return Outcome(facts, msgspec.structs.replace(otherwise, note=note))
    if otherwise and not facts.output and not facts.stdout.strip():
        return Outcome(facts, otherwise)
    read, file = output.find_answer(
        facts, problem, case, ready.habits, lambda: failed_opens(sandbox, ready.home, ready.limits, job, data)
    )
    if isinstance(read, Finding) and case.text is not None:  # nothing at all may be right: the validator decides
        return Outcome(facts, answer=Answer(text=b""), otherwise=otherwise or read, notices=notices, file=file)
    if isinstance(read, Finding):
        return Outcome(facts, otherwise or read)
    return Outcome(facts, answer=read, otherwise=otherwise, notices=notices, file=file)


def why_wrong(_: Sandbox, __: Ready, ___: Problem, ____: Case) -> str:
    """Return nothing: what a program did is seen from outside alone."""
    return ""


def _without_folders(stderr: str, ready: Ready) -> str:
    """Return what it said with the names of its files alone."""
    return stderr.replace(f"{ready.home.source}/", "").replace(f"{ready.folder}/", "")


def _whatever_it_wrote(finding: Finding) -> Finding:
    """Some write FAIL first and overwrite it later: that is no answer of a program that was stopped."""
    if finding.verdict is not Verdict.TLE:
        return finding
    note = "; ".join(filter(None, (finding.note, "what it had written by then is not looked at")))
    return msgspec.structs.replace(finding, note=note)


def _case(problem: Problem, case: Case) -> bytes:
    """The case as a file and as stdin, in one piece."""
    rules, puzzle = problem.programs, puzzles.named(problem.puzzle)
    text = puzzle.cases.write(case.board) if case.text is None else case.text
    if rules.dialect == "no-algorithm":
        text = text.split(b"\n", 1)[1]
    stdin = puzzle.stdin(case.board, text)
    parts = (b"" if rules.io == "stdio" else text), (b"" if rules.io == "files" else stdin)
    return protocol.INPUT.pack(*map(len, parts)) + b"".join(parts)


def _by_status(facts: Facts, problem: Problem, ready: Ready) -> tuple[Finding | None, tuple[ReadWarning, ...]]:
    """An exit status other than 0 is forgiven if the answer is right: the homework looked at the file alone."""
    if facts.status == 0:
        return None, ()
    finding = crash.why_it_ended(facts, ready.source, problem.programs.input_file, ready.limits)
    return finding, (ReadWarning("W113", f"the program ended {ending(facts.status)}, but its answer is right"),)
