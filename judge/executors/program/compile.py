"""Compiling, once per submission: all sources at once, and else without those that are in the way."""

from __future__ import annotations

from judge.executors.program.apart import Apart
from judge.executors.program.commands import install
from judge.executors.program.compiler import Compiler, Said
from judge.executors.program.plan import Plan
from judge.model import Finding, Limits, Verdict
from judge.sandbox import Sandbox, protocol
from judge.submissions import Language
from judge.text import listed


def compile_in(sandbox: Sandbox, home: protocol.Home, plan: Plan, limits: Limits) -> tuple[Finding | None, str]:
    """Return why it could not be compiled, and what the compiler said.

    What does not compile at once is tried once more: in C and C++ each source by itself, linked with what the main
    file needs; in Java without sources that nothing leads to. When that fails too, what was said first is told.
    """
    compiler = Compiler(sandbox, home, limits)
    said = _compiled(compiler, plan)
    return said.finding, said.log


def _compiled(compiler: Compiler, plan: Plan) -> Said:
    first = compiler.compile(plan)
    assert first is not None, "no time was used yet"
    if first.finding is None or first.finding.code not in ("E221", "E224"):
        return first
    if plan.is_c:
        return Apart(compiler, plan).link(first)
    if plan.crate()[0]:
        return _with_library(compiler, plan) or first
    spare = plan.spare()
    again = compiler.compile(plan.without(spare)) if spare else None
    if again is None or again.finding:
        return first
    left = f"compiled without {listed(sorted(spare))}, which nothing leads to: {first.finding.message}"
    return Said(None, "\n".join(filter(None, (left, again.log))))


def _with_library(compiler: Compiler, plan: Plan) -> Said | None:
    """Compile the library of a program in Rust, and then the main file with it, as cargo does."""
    path, name = plan.crate()
    cache, source = compiler.home.cache, compiler.home.source
    made = compiler.compile(plan, [f"{source}/{path}", "--crate-type=rlib", "-Cmetadata=library"])
    if made is None or made.finding:
        return made
    library = f"{cache}/lib{name}.rlib"
    compiler.run(plan.language, ["mv", f"{cache}/program", library])
    return compiler.compile(plan, [f"{source}/{plan.main}", "--extern", f"{name}={library}"])


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
