"""Compiling, once per submission and in a box of its own: a compiler reads strangers' text too."""

from __future__ import annotations

import re

import msgspec

from judge.executors.program.commands import filled, install
from judge.executors.program.plan import Plan
from judge.executors.verdict import decided, ending
from judge.model import Finding, Limits, Verdict
from judge.sandbox import protocol
from judge.sandbox.box import Bounds
from judge.sandbox.request import Facts, Home, Job
from judge.sandbox.sandbox import Sandbox
from judge.submissions.languages import Language

_ERROR = re.compile(r"^(?:[^\n:]+:[\d:]* )?(?:fatal )?error(?:\[\w+\])?: ([^\n]+)", re.MULTILINE)
_MISSING = re.compile(r"error: (package [\w.]+) does not exist")
_NO_SYMBOL = "cannot find symbol\n"
_SYMBOL = re.compile(r"^[ \t]*symbol:[ \t]*(.+)", re.MULTILINE)
_PYTHON = re.compile(r"\bline (\d+)\n(?:[ \t]+[^\n]*\n)*(\w+(?:Error|Warning): [^\n]+)\s*\Z")
_GONE = re.compile(r"^[ \t]*import[ \t]+((?:javax|sun|com\.sun)\.[\w.]+);", re.MULTILINE)
_HEADER = re.compile(r"is defined in header \W(<[\w.]+>)")
_UNDEFINED = re.compile(r"undefined reference to [`'\u2018]([^'\u2019\n]+)")
LOG_KEPT = 64 << 10
COMPILER_MIB = 1024  # a compiler may use more memory than the program it makes


def compile_in(sandbox: Sandbox, home: Home, plan: Plan, limits: Limits) -> tuple[Finding | None, str]:
    """Return why it could not be compiled, and what the compiler said.

    Where the language has several standards they are tried in their order until one takes the program; all of them
    together have the time that `limits` gives. When none does, what the first one said is told.
    """
    limits = msgspec.structs.replace(limits, memory=max(limits.memory, COMPILER_MIB))
    used = Facts()
    refused: list[tuple[Finding, str]] = []
    for standard in plan.standards:
        cpu_s, wall_s = limits.compilation_time - used.cpu_s, limits.compilation_wall_s - (used.wall_s - used.lost_s)
        if min(cpu_s, wall_s) <= 0:
            break
        words = {**plan.words(home.source, home.cache, limits.memory), "standard": standard}
        command = filled(plan.language, plan.language.compile, words, plan.paths(home.source))
        with sandbox.start(home, limits, Job(prepare=True, command=command)) as box:
            facts = _and(used, box.run(b"", Bounds(cpu_s, wall_s, 0)))
        used = facts
        said = (facts.stdout.decode(errors="replace") + facts.stderr).replace(f"{home.source}/", "")
        log = said[-LOG_KEPT:].strip()
        if facts.status == protocol.NOT_STARTED:
            return _not_in_box(plan.language, command[0]), log
        finding = decided("compile", facts, limits)
        if finding is None and facts.status != 0:
            finding = _refused(facts, plan.language, log)
        if finding is None:
            taken = f"{plan.standards[0]} refuses it, {standard} does not" if refused else ""
            return None, "\n".join(filter(None, (taken, log)))
        if finding.verdict is Verdict.JE:
            return finding, log
        refused.append((finding, log))
        if finding.code != "E221" or "fatal error:" in log:  # another standard would not find the file either
            break
    return refused[0]


def _and(used: Facts, facts: Facts) -> Facts:
    """Return the facts of one compilation, with the clocks of those before it added."""
    return msgspec.structs.replace(
        facts, wall_s=used.wall_s + facts.wall_s, cpu_s=used.cpu_s + facts.cpu_s, lost_s=used.lost_s + facts.lost_s
    )


def no_compiler(language: Language, why: str = "", broken: str = "") -> Finding:
    """Nothing here runs the language; `why` says how it was recognized where the file's name does not tell. `broken` is
    what was seen of an interpreter that is there, and does not work in a box."""
    command = "" if broken else install(language)
    repair = f"tell the host: {command}" if command else ""
    if why:
        return Finding(
            "E220",
            f"it is written in {language.name}, which nothing here runs: {why}",
            note=f"there is an interpreter, but it does not work in the box: {broken}" if broken else "",
            help=" or ".join(filter(None, ("write it for Python 3,", repair))).rstrip(","),
            verdict=Verdict.CE,
        )
    return Finding("E220", f"nothing here compiles or runs {language.name}", help=repair, verdict=Verdict.CE)


def _not_in_box(language: Language, command: str) -> Finding:
    """Return the judge error that a compiler of this host does not start in a box."""
    return Finding(
        "E303",
        f"this host has {language.name}, but it does not start in a box",
        note=f"{command} is not there: boxes show /usr and the folder of the language, by their real paths",
        help="judge doctor  says which languages run in a box",
        verdict=Verdict.JE,
    )


def _refused(facts: Facts, language: Language, log: str) -> Finding:
    """By the first error of the log, where there is one that can be read."""
    if missing := _MISSING.search(log):
        message, repair = f"it needs the {missing[1]}, which is not here", "hand in its source or its jar too"
        return Finding("E224", message, note=log, help=repair, verdict=Verdict.CE)
    error = _ERROR.search(log)
    syntax = _PYTHON.search(log)
    why = f": {error[1].strip()}" if error else f", {ending(facts.status)}"
    if syntax:
        why = f": line {syntax[1]}: {syntax[2]}"
    message = f"the {language.name} compiler refused the program{why}"
    repair = "mend the first error in the log first"
    if (symbol := _SYMBOL.search(log.partition(_NO_SYMBOL)[2])) and message.endswith("cannot find symbol"):
        message += f" {symbol[1].strip()}"
        gone = _GONE.search(log)
        repair += f"; this Java has no {gone[1]}" if gone else "; or hand in the file that it is in"
    if undefined := _UNDEFINED.search(log):
        message = f"the {language.name} compiler refused the program: undefined reference to {undefined[1]}"
        repair = "hand in the file that defines it, or call what the standard library has"
    if "UnicodeDecodeError" in log:
        message = f"the {language.name} source is not written in UTF-8"
        repair = "save the file as UTF-8, or name its encoding in line 1:  # coding: latin-1"
    if header := _HEADER.search(log):  # an other compiler's <iostream> may bring it along
        repair += f": here  #include {header[1]}  is needed"
    return Finding("E221", message, note=log, help=repair, verdict=Verdict.CE)
