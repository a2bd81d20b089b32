"""The program that does nothing: what starting one costs in each language, and whether it runs here at all."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec

from judge.errors import JudgeError
from judge.executors import kept
from judge.executors.program import plan as sources
from judge.executors.program.compile import compile_in
from judge.executors.verdict import ending
from judge.model import Finding, Limits, Verdict
from judge.sandbox import protocol
from judge.sandbox.box import Bounds
from judge.sandbox.machine import look
from judge.sandbox.request import Facts, Job
from judge.sandbox.sandbox import Sandbox
from judge.submissions.languages import Language

RUNS: Final = 3
CALM = 0.2  # of a run, at most, others may have had the core, if its time is to be kept
LIMITS: Final = Limits(memory=1024)
_measured_s: dict[str, float] = {}  # by language: the machine is the same throughout
_tried: dict[tuple[str, str, tuple[str, ...]], str] = {}  # by tier, language and its command: why it does not run


class Figure(msgspec.Struct, frozen=True):
    """What is kept of a language."""

    startup_s: float


def startup_s(sandbox: Sandbox, language: Language) -> float:
    """Return the CPU of a program that does nothing, which is what starting its interpreter or machine costs; measured
    once."""
    if language.name not in _measured_s:
        _measured_s[language.name] = _known_s(sandbox, language) if language.empty else 0.0
    return _measured_s[language.name]


def _known_s(sandbox: Sandbox, language: Language) -> float:
    plan = sources.empty(language)
    key = kept.key_of(sandbox, "startup", (plan.fingerprint(LIMITS), look(sandbox.core).host_class))
    if figure := kept.noted(sandbox, key, Figure):
        return figure.startup_s
    with _empty(sandbox, language) as (run, _):
        runs = [run() for _ in range(RUNS)]
    figure = Figure(statistics.median(one.cpu_s for one in runs))
    if _were_calm(runs):
        kept.note(sandbox, key, figure)
    return figure.startup_s


def _were_calm(runs: Sequence[Facts]) -> bool:
    """Say whether each ran to its end, and had the core for itself: this figure is shown for a long time."""
    return all(one.status == 0 and one.lost_s <= CALM * one.wall_s for one in runs)


def why_not_run(sandbox: Sandbox, language: Language) -> str:
    """Return the first line of what went wrong with the program that does nothing, empty where nothing did; tried
    once, but for what the judge itself failed on."""
    try:
        key = (sandbox.tier, language.name, language.home + language.run)
        if key in _tried:
            return _tried[key]
        ran = run_empty(sandbox, language)
    except JudgeError as error:
        return error.note or error.message
    fault = _fault(ran)
    if isinstance(ran, Facts) or ran.verdict is not Verdict.JE:
        _tried[key] = fault
    return fault


def _fault(ran: Finding | Facts) -> str:
    if isinstance(ran, Finding):
        return ran.message
    said = ran.stderr.strip().splitlines()
    return "" if ran.status == 0 else said[0] if said else ending(ran.status)


def run_empty(sandbox: Sandbox, language: Language) -> Finding | Facts:
    """Return what a program that does nothing comes to: why it was refused, or what was seen of its run."""
    with _empty(sandbox, language) as (run, finding):
        return finding or run()


@contextmanager
def _empty(sandbox: Sandbox, language: Language) -> Iterator[tuple[Callable[[], Facts], Finding | None]]:
    """Compile it, and yield how to run it, and why the compiler refused it, if it did."""
    plan = sources.empty(language)
    home = sandbox.keep(dict(plan.files))
    assert not isinstance(home, Finding), "our own file has a name that can be kept"
    finding, _ = compile_in(sandbox, home, plan, LIMITS)
    job = Job(prepare=False, command=plan.command(home, LIMITS), input="input.txt")

    def run() -> Facts:
        with sandbox.start(home, LIMITS, job) as box:
            return box.run(protocol.INPUT.pack(0, 0), Bounds(LIMITS.time_limit, LIMITS.wall_limit_s, 0))

    yield run, finding
    sandbox.forget(home)
