"""Compiling, once per submission and in a box of its own: a compiler reads strangers' text too."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from judge.executors.diagnosis import sayings
from judge.executors.program.commands import install
from judge.executors.program.plan import Plan
from judge.executors.request import after
from judge.executors.verdict import decided, ending
from judge.model import Finding, Limits, Verdict
from judge.sandbox import Bounds, Facts, Sandbox, protocol
from judge.submissions import Language
from judge.text import listed

_ERROR = re.compile(r"^(?:[^\n:]+:[\d:]* )?(?:fatal )?error(?:\[\w+\])?: ([^\n]+)", re.MULTILINE)
_PYTHON = re.compile(r"\bline (\d+)\n(?:[ \t]+[^\n]*\n)*(\w+(?:Error|Warning): [^\n]+)\s*\Z")
LOG_KEPT = 64 << 10
COMPILER_MIB = 1024  # a compiler may use more memory than the program it makes


def compile_in(sandbox: Sandbox, home: protocol.Home, plan: Plan, limits: Limits) -> tuple[Finding | None, str]:
    """Return why it could not be compiled, and what the compiler said.

    Where the language has several standards they are tried in their order until one takes the program, and then once
    more without sources that nothing leads to. All together have the time that `limits` gives. When none does, what the
    first one said is told.
    """
    limits = msgspec.structs.replace(limits, memory=max(limits.memory, COMPILER_MIB))
    used = Facts()
    refused: list[tuple[Finding, str]] = []
    hopeless: Plan | None = None
    for tried, standard in _tries(plan):
        if tried is hopeless:
            continue
        cpu_s, wall_s = limits.compilation_time - used.cpu_s, limits.compilation_wall_s - (used.wall_s - used.lost_s)
        if min(cpu_s, wall_s) <= 0:
            break
        command = tried.command(home, limits, standard)
        with sandbox.start(home, limits, protocol.Job(prepare=True, command=command)) as box:
            used = facts = after(used, box.run(b"", Bounds(cpu_s, wall_s, 0)))
        said = (facts.stdout.decode(errors="replace") + facts.stderr).replace(f"{home.source}/", "")
        log = said[-LOG_KEPT:].strip()
        finding = decided("compile", facts, limits)
        if finding is None and facts.status == protocol.NOT_STARTED:
            finding = _not_in_box(plan.language, command[0])
        elif finding is None and facts.status != 0:
            finding = _refused(facts, plan.language, log)
        if finding is None:
            taken = f"{plan.standards[0]} refuses it, {standard} does not" if refused else ""
            if tried is not plan:
                left = sorted({name for name, _ in plan.files} - {name for name, _ in tried.files})
                taken = f"compiled without {listed(left)}, which nothing leads to: {refused[0][0].message}"
            return None, "\n".join(filter(None, (taken, log)))
        if finding.verdict is Verdict.JE:
            return finding, log
        refused.append((finding, log))
        if finding.code not in ("E221", "E224"):
            break
        if finding.code == "E224" or "fatal error:" in log:  # another standard would not find the file either
            hopeless = tried
    return refused[0]


def _tries(plan: Plan) -> Iterator[tuple[Plan, str]]:
    yield from ((plan, standard) for standard in plan.standards)
    if narrowed := plan.narrowed():
        yield from ((narrowed, standard) for standard in plan.standards)


def no_compiler(language: Language, why: str = "", broken: str = "") -> Finding:
    """Nothing here runs the language; `why` says how it was recognized where the file's name does not tell. `broken` is
    what was seen of an interpreter that is there, and does not work in a box."""
    command = "" if broken else install(language)
    repair = f"tell the host: {command}" if command else ""
    message, note = f"nothing here compiles or runs {language.name}", ""
    if why:
        message = f"it is written in {language.name}, which nothing here runs: {why}"
        repair = f"write it for Python 3, or {repair}" if repair else "write it for Python 3"
        note = f"there is an interpreter, but it does not work in the box: {broken}" if broken else ""
    return Finding("E220", message, note=note, help=repair, verdict=Verdict.CE)


def _not_in_box(language: Language, command: str) -> Finding:
    """Return the judge error that a compiler of this host does not start in a box."""
    message = f"this host has {language.name}, but it does not start in a box"
    note = (
        f"{command} is not there: boxes show /usr and the folder of the language, by their real paths, "
        "and where a box runs as another user, that folder must be open to all"
    )
    way = "judge doctor  says which languages run in a box"
    return Finding("E303", message, note=note, command=way, verdict=Verdict.JE)


def _refused(facts: Facts, language: Language, log: str) -> Finding:
    """By the first row that fits the log, and its first error, where there is one that can be read."""
    row, said = next((row, said) for row in sayings("compilers.toml") if (said := row.says.search(log)))
    error, syntax = _ERROR.search(log), _PYTHON.search(log)
    why = f": {error[1].strip()}" if error else f", {ending(facts.status)}"
    if syntax:
        why = f": line {syntax[1]}: {syntax[2]}"
    words = {"language": language.name, **{name: text.strip() for name, text in said.groupdict().items()}}
    message = row.message.format(**words) or f"the {language.name} compiler refused the program{why}"
    return Finding(row.code or "E221", message, note=log, help=row.help.format(**words), verdict=Verdict.CE)
