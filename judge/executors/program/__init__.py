"""The program contract: compile a source file or a folder, and run it on one case in a fresh box.

It finds input.txt in its working directory, and on stdin the same, or what its puzzle gives there; its answer is the
output.txt that it wrote, else what it printed. Compiling is its prepare phase. What is judged is what the homework
judged, the file that is left when everything is over; a time-out wins over whatever that file says.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from judge.executors import contract
from judge.executors.contract import Outcome
from judge.executors.program import crash, output
from judge.executors.program import plan as sources
from judge.executors.program.commands import homes, is_there
from judge.executors.program.compile import compile_in, no_compiler
from judge.executors.program.crash import help_against, without_folders
from judge.executors.program.startup import startup_s, why_not_run
from judge.executors.request import Answered, measured, noticed
from judge.executors.verdict import decided, ending
from judge.model import Answer, Case, Finding, Limits, Problem, Programs, ReadWarning, Submission
from judge.problems import program_input
from judge.sandbox import Bounds, Facts, Sandbox, name_finding, protocol
from judge.submissions import Source

PROBE = b'print("FAIL")\n'
_TELLING = ("-Wreturn-type", "-Wuninitialized", "-Wmaybe-uninitialized")  # right at -O0, wrong at -O2


class Made(msgspec.Struct, frozen=True):
    """What is noted beside a program that is kept: what its compiler said, and in which folder its source lay."""

    log: str
    folder: str


class Ready(contract.Ready, frozen=True, kw_only=True):
    """A compiled program: where it lies, how it is started, and what its compiler let one expect."""

    contract: ClassVar[Submission.Contract] = "program"

    command: tuple[str, ...]
    shipped: tuple[str, ...]  # the other files that were handed in
    folder: str  # where its source lay when it was compiled: it may tell of files there
    sealed: bool  # a sandbox may refuse something


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
    if plan.why and (broken := why_not_run(sandbox, plan.language)):
        return no_compiler(plan.language, plan.why, broken)
    rules = problem.programs
    beside = _beside(rules, plan)
    if (folder := plan.main.partition("/")[0]) in beside:
        return name_finding(f"the file that is run lies in a folder called {folder}, as the case is")
    home = sandbox.keep(dict(plan.files), beside)
    if isinstance(home, Finding):
        return home
    limits = Limits.of(problem, plan.language.name)
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
        shipped=tuple(name for name, data in submission.files if data != submission.source),
        folder=made.folder,
        source=Source(submission.source, str(submission.path)),
        sealed=sandbox.tier != "plain",
    )


def _beside(rules: Programs, plan: sources.Plan) -> tuple[str, ...]:
    """Return the names beside the source that lead to the working directory. A folder that came along is no such."""
    came = {name.partition("/")[0] for name, _ in plan.files if "/" in name}
    names = dict.fromkeys(name.partition("/") for name in (rules.input_file, rules.output_file))
    return tuple(
        dict.fromkeys(first for first, folder, _ in names if not (folder and first in came) and first != plan.main)
    )


def _made(
    sandbox: Sandbox, home: protocol.Home, plan: sources.Plan, limits: Limits, beside: tuple[str, ...]
) -> Finding | Made:
    """Compile it in its home, or lay there what was compiled before."""
    key = sandbox.key_of("program", *plan.facts(limits, beside))
    if made := sandbox.prepared(key, Made, home):
        return made
    finding, log = compile_in(sandbox, home, plan, limits)
    if finding:
        return finding
    made = Made(log, home.source)
    sandbox.keep_prepared(key, made, home)
    return made


# --- one case -------------------------------------------------------------------------------------------------------
def attempt(sandbox: Sandbox, ready: Ready, problem: Problem, case: Case) -> Outcome:
    """Run the program on the case in a fresh box: the facts, and what they say or the answer that is to be judged."""
    rules, limits, given = problem.programs, ready.limits, program_input(problem, case)
    command = (*ready.command, *given.arguments)
    file, text = (".stdin", b"") if rules.io == "stdio" else (rules.input_file, given.file)  # one that goes at once
    parts = text, given.stdin if rules.stdin else b""
    data = protocol.INPUT.pack(*map(len, parts)) + b"".join(parts)

    def run(may_fork: bool) -> Answered:
        job = protocol.Job(False, command=command, input=file, output=rules.output_file, forks=may_fork)
        with sandbox.start(ready.home, limits, job) as box:
            facts = box.run(data, Bounds(limits.stop_s, limits.stop_wall_s, 0))
        return Answered(facts, facts)

    facts = measured(sandbox, ready.habits, run).facts
    said = without_folders(facts.stderr, ready.home.source, ready.folder)
    return _come_to(msgspec.structs.replace(facts, stderr=said), ready, problem, case)


def _come_to(facts: Facts, ready: Ready, problem: Problem, case: Case) -> Outcome:
    rules = problem.programs
    if finding := decided("program", facts, ready.limits):
        return Outcome(facts, finding)
    if facts.output_fault and rules.io != "stdio":
        return Outcome.unread(facts, ready.limits)
    otherwise, notices = _by_status(facts, problem, ready)
    if otherwise and problem.strict:
        return Outcome(facts, otherwise.noted(before="here a right answer does not outweigh that"))
    if otherwise and not facts.output and not facts.stdout.strip():
        return Outcome(facts, output.with_elsewhere(otherwise, problem, facts))
    read = output.find_answer(facts, ready, problem, case)
    if isinstance(read, Finding) and case.text is not None:  # nothing at all may be right: the validator decides
        return Outcome(facts, answer=Answer(text=b""), otherwise=otherwise or read, notices=notices)
    if isinstance(read, Finding):
        return Outcome(facts, output.with_elsewhere(otherwise, problem, facts) if otherwise else read)
    notices = (*notices, *noticed(facts))
    return Outcome(facts, answer=read, otherwise=otherwise, notices=notices)


def why_wrong(_: Sandbox, __: Ready, ___: Problem, ____: Case) -> str:
    """Return nothing: what a program did is seen from outside alone."""
    return ""


def _by_status(facts: Facts, problem: Problem, ready: Ready) -> tuple[Finding | None, tuple[ReadWarning, ...]]:
    """An exit status other than 0 is forgiven if the answer is right: the homework looked at the file alone."""
    if facts.status == 0:
        return None, ()
    finding = crash.why_it_ended(facts, ready.source, problem.programs, ready.limits, ready.shipped)
    if finding.code in ("E206", "E207"):
        repair = help_against(facts.stderr, ready.home, ready.limits, sealed=ready.sealed)
        finding = msgspec.structs.replace(finding, help=repair or finding.help)
    return finding, (ReadWarning("W113", f"the program ended {ending(facts.status)}, but its answer is right"),)
