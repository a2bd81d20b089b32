"""A compiler in a box of its own, as it reads strangers' text too: what it is told, and why it refuses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from judge.executors.diagnosis import sayings
from judge.executors.program.plan import Plan
from judge.executors.request import after
from judge.executors.verdict import decided, ending
from judge.model import Finding, Limits, Verdict
from judge.sandbox import Bounds, Facts, Sandbox, protocol
from judge.submissions import Language

_ERROR = re.compile(r"^(?:[^\n:]+:[\d:]* )?(?:fatal )?error(?:\[\w+\])?: ([^\n]+)", re.MULTILINE)
_PYTHON = re.compile(r"\bline (\d+)\n(?:[ \t]+[^\n]*\n)*(\w+(?:Error|Warning): [^\n]+)\s*\Z")
LOG_KEPT = 64 << 10
COMPILER_MIB = 1024  # a compiler may use more memory than the program it makes
NOT_THERE = "fatal error:"  # a header that nobody has


class Said(NamedTuple):
    """What came of compiling: why it failed, what the compiler said, and all that it printed."""

    finding: Finding | None
    log: str
    printed: str = ""


class Compiler:
    """Runs commands that compile, one after the other. All together have the time that the limits give."""

    def __init__(self, sandbox: Sandbox, home: protocol.Home, limits: Limits) -> None:
        self.home = home
        self.limits = msgspec.structs.replace(limits, memory=max(limits.memory, COMPILER_MIB))
        self._sandbox = sandbox
        self._used = Facts()

    def run(self, language: Language, command: Sequence[str]) -> Said | None:
        """Return what came of a command; None where no time is left."""
        used, limits = self._used, self.limits
        cpu_s, wall_s = limits.compilation_time - used.cpu_s, limits.compilation_wall_s - (used.wall_s - used.lost_s)
        if min(cpu_s, wall_s) <= 0:
            return None
        with self._sandbox.start(self.home, limits, protocol.Job(prepare=True, command=tuple(command))) as box:
            self._used = facts = after(used, box.run(b"", Bounds(cpu_s, wall_s, 0)))
        printed = facts.stdout.decode(errors="replace")
        said = (printed + facts.stderr).replace(f"{self.home.source}/", "")
        log = said[-LOG_KEPT:].strip()
        finding = decided("compile", facts, limits)
        if finding is None and facts.status == protocol.NOT_STARTED:
            finding = _not_in_box(language, command[0])
        elif finding is None and facts.status != 0:
            finding = _refused(facts, language, log)
        return Said(finding, log, printed)

    def compile(self, plan: Plan, sources: Sequence[str] = ()) -> Said | None:
        """Try the standards of a language until one takes the program, or in its place these words of a command."""
        first: Said | None = None
        for standard in plan.standards:
            said = self.run(plan.language, plan.command(self.home, self.limits, standard, sources))
            if said is None:
                break
            if said.finding is None:
                taken = f"{plan.standards[0]} refuses it, {standard} does not" if first else ""
                return Said(None, "\n".join(filter(None, (taken, said.log))))
            first = first or said
            if said.finding.code != "E221" or NOT_THERE in said.log:  # another standard would not find the file either
                return said if said.finding.verdict is Verdict.JE else first
        return first


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
