"""An exception of Python's as a Finding: what a student's mistake is called, where it is, and what helps."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from judge.executors.numba_errors import refused
from judge.executors.raised import Raised
from judge.model import Finding, Limits, Verdict
from judge.submissions.names import hint_for
from judge.submissions.source import Source

MAIN: Final = "submission.py"  # under one name in every box, so that numba finds its kernels again
_NAME = re.compile(r"(?:name|variable) '(\w{1,100})'")
_QUOTED = re.compile(r"'([^'\n]{1,200})'")
_NOT_FOUND = re.compile(r"(\S{1,200}) not found")
_ASKED = re.compile(r"Unable to allocate ([\d.]{1,12} \w{1,8}) for an array with shape ([^\n]{1,200}) and data type")
_ARGUMENTS: Final = "the case comes as the arguments of solve, and its answer is what solve returns: there is no file"
_DEEP: Final = "use a loop and a list of your own as the stack; make sure that the recursion ends"
_PROMISED: Final = "a submission may import numpy and numba, and the standard library"
_OUT_OF_BOUNDS = re.compile(r"out of bounds for axis \d+ with size (\d{1,9})\b")


def why_not_imported(raised: Raised, source: Source, limits: Limits) -> Finding:
    """Return why a submission could not be made ready: its top level or a compilation raised this."""
    said = "it could not be made ready: " + raised.headline
    match raised.kind:
        case "NumbaError":
            return refused(raised, source, MAIN)
        case "ModuleNotFoundError":
            finding = Finding("E217", said, help=_PROMISED)
        case "MemoryError":
            finding = Finding("E215", said, help=_too_much(raised, limits))
        case "NameError" | "UnboundLocalError" | "FileNotFoundError" | "EOFError":
            finding = _known(raised, source)
        case _:
            finding = Finding("E216", said, help="import the file in a Python of your own to see the same error")
    return finding_at(finding, raised, source, Verdict.CE)


def why_raised(raised: Raised, source: Source, limits: Limits, kept: frozenset[int] = frozenset()) -> Finding:
    """Return what it means that solve raised this on a case. `kept` are the sizes of warm-up boards, none that of the
    case: who finds an array of such a size has kept it from there."""
    verdict = Verdict.RTE
    match raised.kind:
        case "NumbaError":
            return refused(raised, source, MAIN)
        case "MemoryError":
            message = f"it asked for more than {limits.memory} MiB of memory"
            finding, verdict = Finding("E203", message, help=_too_much(raised, limits)), Verdict.MLE
        case "SystemExit":
            finding = Finding("E207", "solve called exit before it gave an answer")
        case "RecursionError":
            finding = Finding("E223", "the stack overflowed: calls within calls, deeper than Python allows", help=_DEEP)
        case "ModuleNotFoundError":
            module = _first(_QUOTED, raised.says) or "it imports"
            finding = Finding("E224", f"it needs the module {module}, which is not here", help=_PROMISED)
        case "NameError" | "UnboundLocalError" | "FileNotFoundError" | "EOFError":
            finding = _known(raised, source)
        case _:
            finding = Finding("E205", "solve raised " + raised.headline, help=_kept_from(raised, kept))
    return finding_at(finding, raised, source, verdict)


def finding_at(finding: Finding, raised: Raised, source: Source, verdict: Verdict) -> Finding:
    """Return it with its place, and the way there where that has more than one call."""
    calls = raised.shown(source).partition("\n")[2]
    alone = calls.startswith("  File ") and calls.count("\n  File ") == 0
    whole = msgspec.structs.replace(finding, note="" if alone else calls, verdict=verdict)
    return whole.at(raised.place(source))


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else ""


def _known(raised: Raised, source: Source) -> Finding:
    """Return what a name or a file that is not there means."""
    if raised.kind == "EOFError":
        return Finding("E227", "it reads its input, and there is none", help=_ARGUMENTS)
    if raised.kind == "FileNotFoundError":
        file = _first(_QUOTED, raised.says) or _first(_NOT_FOUND, raised.says) or "a file"
        return Finding("E227", f"it opens {file}, which is not there", help=_ARGUMENTS)
    name = _first(_NAME, raised.says)
    if raised.kind == "UnboundLocalError":
        repair = "give it a value before, on every path; to change a global name, write  global " + name
        return Finding("E226", f"the name {name} is used before it has a value", help=repair)
    return Finding("E226", f"the name {name} is not defined", help=hint_for(name, source.tree(), source.parameters))


def _kept_from(raised: Raised, kept: frozenset[int]) -> str:
    size = _OUT_OF_BOUNDS.search(raised.says)
    if size is None or int(size[1]) not in kept:
        return ""
    return (
        f"{size[1]} is the size of a warm-up board: solve is called on small boards before the case, and something "
        "global was kept from there; make everything anew in solve"
    )


def _too_much(raised: Raised, limits: Limits) -> str:
    asked = _ASKED.search(raised.says)
    what = f"an array of shape {asked[2]} takes {asked[1]}; " if asked else ""
    return f"{what}the limit is {limits.memory} MiB"
