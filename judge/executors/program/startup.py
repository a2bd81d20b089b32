"""The program that does nothing: what starting one costs in each language, and whether it runs here at all."""

from __future__ import annotations

import contextlib
import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from judge.errors import JudgeError
from judge.executors.program import plan as sources
from judge.executors.program.commands import homes, install, is_there
from judge.executors.program.compile import compile_in
from judge.executors.verdict import ending
from judge.model import Finding, Limits
from judge.sandbox import TIERS, Bounds, Facts, Sandbox, look_at_machine, protocol
from judge.submissions import Language, languages

RUNS: Final = 3
CALM = 0.2  # of a run, at most, others may have had the core, if its time is to be kept
LIMITS: Final = Limits(memory=1024)
_measured_s: dict[str, float] = {}  # by language: the machine is the same throughout


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
    key = sandbox.key_of("startup", look_at_machine(sandbox.core).host_class, *plan.facts(LIMITS))
    if figure := sandbox.prepared(key, Figure):
        return figure.startup_s
    runs = run_empty(sandbox, language, RUNS)
    if isinstance(runs, Finding):
        return 0.0
    figure = Figure(statistics.median(one.cpu_s for one in runs))
    if all(one.status == 0 and one.lost_s <= CALM * one.wall_s for one in runs):  # it is shown for a long time
        sandbox.keep_prepared(key, figure)
    return figure.startup_s


def why_not_run(sandbox: Sandbox, language: Language) -> str:
    """Return the first line of what went wrong with the program that does nothing, empty where nothing did."""
    try:
        ran = run_empty(sandbox, language)
    except JudgeError as error:
        return error.note or error.message
    if isinstance(ran, Finding):
        return ran.message
    [one] = ran
    lines = one.stderr.strip().splitlines() or [ending(one.status)]
    return "" if one.status == 0 else lines[0]


class LanguageTrial(msgspec.Struct, frozen=True):
    """What came of the program that does nothing in a language: the tiers in which it runs, why it does not in others,
    and the command that mends that, "" where none could."""

    language: str
    there: bool
    runs: Sequence[str]
    faults: Mapping[str, str]
    repair: str


def try_languages() -> Iterator[LanguageTrial]:
    """Try each language that this host has, in a box of each tier that there is; say of all what came of it."""
    every = list(languages().values())
    found = [language for language in every if is_there(language)]
    tried: dict[str, dict[str, str]] = {}
    for tier in TIERS:
        with Sandbox(tier=tier, warm=False, extra=homes()) as sandbox, contextlib.suppress(JudgeError):
            sandbox.host()
            tried[tier] = {one.name: why for one in found if (why := why_not_run(sandbox, one))}
    for language in every:
        faults = {tier: why[language.name] for tier, why in tried.items() if language.name in why}
        there = language in found
        runs = [tier for tier in tried if there and tier not in faults]
        repair = "" if there and not faults else install(language, "--reinstall" if there else "")
        yield LanguageTrial(language.name, there, runs, faults, repair)


def run_empty(sandbox: Sandbox, language: Language, times: int = 1) -> Finding | list[Facts]:
    """Return what a program that does nothing comes to: why it was refused, or what was seen of its runs."""
    plan = sources.empty(language)
    home = sandbox.keep(dict(plan.files))
    assert not isinstance(home, Finding), "our own file has a name that can be kept"
    finding, _ = compile_in(sandbox, home, plan, LIMITS)
    job = protocol.Job(prepare=False, command=plan.command(home, LIMITS), input="input.txt")
    runs = list[Facts]()
    for _ in range(0 if finding else times):
        with sandbox.start(home, LIMITS, job) as box:
            runs.append(box.run(protocol.INPUT.pack(0, 0), Bounds(LIMITS.time_limit, LIMITS.wall_limit_s, 0)))
    sandbox.forget(home)
    return finding or runs
