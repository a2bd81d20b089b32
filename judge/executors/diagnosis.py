"""An exception of Python's as a Finding: what a student's mistake is called, where it is, and what helps."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import PurePath
from typing import Final

import msgspec

from judge.errors import meant
from judge.executors.call import Raised
from judge.executors.numba_errors import refused
from judge.executors.refusals import refusal
from judge.model import Finding, Limits, Verdict
from judge.sandbox import protocol
from judge.submissions import Source

_NAME = re.compile(r"(?:name|variable) '(\w{1,100})'")
_ARITY = re.compile(r"positional arguments?\b")
_QUOTED = re.compile(r"'([^'\n]{1,200})'")
_NOT_FOUND = re.compile(r"(\S{1,200}) not found")
_ASKED = re.compile(r"Unable to allocate ([\d.]{1,12} \w{1,8}) for an array with shape ([^\n]{1,200}) and data type")
_ARGUMENTS: Final = "the case comes as the arguments of solve, and its answer is what solve returns: there is no file"
_STAY: Final = f"leave chdir out: {_ARGUMENTS}"
_DEEP: Final = "use a loop and a list of your own as the stack; make sure that the recursion ends"
_ALIKE: Final = "import the file in a Python of your own to see the same error"
_IMPORTED: Final = ("numpy", "numba", "random", "itertools", "collections", "functools", "heapq", "math", "typing")
_NO_INPUT: Final = "EOF when reading a line"  # Python, of input() alone


def why_not_imported(raised: Raised, source: Source, limits: Limits) -> Finding:
    """Return why a file could not be imported: its top level or a compilation raised this."""
    said = "importing the file failed: " + raised.headline
    match raised.kind:
        case "NumbaError":
            return refused(raised, source, PurePath(source.inside).name)
        case protocol.NO_SOLVE:
            repair = f"write  {source.head}  at the top level of the file"
            finding = Finding("E212", "after the import there is no function solve", help=repair)
        case protocol.NOT_CALLABLE:
            repair = f"write  {source.head}"
            finding = Finding("E213", f"solve is {raised.text}, which can't be called", help=repair)
        case "ModuleNotFoundError":
            finding = Finding("E217", _needed(raised), help=_importable(raised, source))
        case "MemoryError":
            finding = Finding("E215", said, help=_too_much(raised, limits))
        case _:
            alike = "" if raised.sealed and raised.errno else _ALIKE
            finding = _known(raised, source, limits) or Finding("E216", said, help=refusal(raised, limits) or alike)
    return finding_at(finding, raised, source, Verdict.CE)


def why_raised(raised: Raised, source: Source, limits: Limits) -> Finding:
    """Return what it means that solve raised this on a case."""
    verdict = Verdict.RTE
    match raised.kind:
        case "NumbaError":
            return refused(raised, source, PurePath(source.inside).name)
        case "MemoryError":
            message = f"it asked for more than {limits.memory} MiB of memory"
            finding, verdict = Finding("E203", message, help=_too_much(raised, limits)), Verdict.MLE
        case "SystemExit":
            finding = Finding("E207", "solve called exit before it gave an answer")
        case "RecursionError":
            finding = Finding("E223", "the stack overflowed: calls within calls, deeper than Python allows", help=_DEEP)
        case "StackOverflow":  # seen by inside/crash.py
            finding = Finding("E223", "the stack overflowed: the calls within calls took all of it", help=_DEEP)
        case "ModuleNotFoundError":
            finding = Finding("E224", _needed(raised), help=_importable(raised, source))
        case "TypeError" if raised.line == 0 and _ARITY.search(raised.says):
            given = f"solve is given {len(source.parameters)} arguments: {', '.join(source.parameters)}"
            finding = Finding("E205", "solve raised " + raised.headline, help=given)
        case _:
            finding = _known(raised, source, limits) or Finding(
                "E205", "solve raised " + raised.headline, help=refusal(raised, limits) or _of_kernel(raised, source)
            )
    return finding_at(finding, raised, source, verdict)


def finding_at(finding: Finding, raised: Raised, source: Source, verdict: Verdict) -> Finding:
    """Return it with its place, and the way there where that has more than one call."""
    calls = raised.shown(source).partition("\n")[2]
    alone = calls.startswith("  File ") and calls.count("\n  File ") == 0
    whole = msgspec.structs.replace(finding, note="" if alone else _folded(calls), verdict=verdict)
    return whole.at(raised.place(source))


def _folded(calls: str) -> str:
    """Return calls of a traceback with those of one place in a row told once, as in a recursion."""
    told = [(call, len(list(same))) for call, same in groupby(re.split(r"^(?=  File )", calls, flags=re.MULTILINE))]
    return "".join(call + (f"  ... {again - 1} more of this call\n" if again > 1 else "") for call, again in told)


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else ""


def _known(raised: Raised, source: Source, limits: Limits) -> Finding | None:
    """Return what a name or a file that is not there means; None of another exception."""
    match raised.kind:
        case "EOFError" if raised.says == _NO_INPUT:
            return Finding("E227", "it reads its input, and there is none", help=_ARGUMENTS)
        case "FileNotFoundError" if (place := raised.place(source)) and "chdir(" in place.text:
            folder = _first(_QUOTED, raised.says) or "''"
            return Finding("E227", f"it changes to the folder {folder}, which is not there", help=_STAY)
        case "FileNotFoundError":
            file = _first(_QUOTED, raised.says) or _first(_NOT_FOUND, raised.says) or "a file"
            help_ = refusal(raised, limits) or _ARGUMENTS
            return Finding("E227", f"it opens {file}, which is not there", help=help_)
        case "UnboundLocalError":
            name = _first(_NAME, raised.says)
            repair = "give it a value before, on every path; to change a global name, write  global " + name
            return Finding("E226", f"the name {name} is used before it has a value", help=repair)
        case "NameError":
            name = _first(_NAME, raised.says)
            return Finding("E226", f"the name {name} is not defined", help=source.hint_for(name))
    return None


def _of_kernel(raised: Raised, source: Source) -> str:
    """Return where to look for a division within a kernel, of which numba tells the call alone; else nothing."""
    place = raised.place(source)
    if raised.kind != "ZeroDivisionError" or place is None or b"numba" not in source.data:
        return ""
    divides = re.search(r"[/%]|divmod", place.text)
    return "" if divides else "numba tells no line of a kernel: look at each /, // and % in the one that is called here"


def _missing(raised: Raised) -> str:
    return _first(_QUOTED, raised.says)


def _needed(raised: Raised) -> str:
    return f"it needs the module {_missing(raised) or 'that it imports'}, which is not here"


def _importable(raised: Raised, source: Source) -> str:
    name = _missing(raised)
    if name == PurePath(source.file).stem:
        return "it is the file itself: use its names without an import"
    allowed = "a submission may import numpy and numba, and the standard library"
    return allowed + meant(name, _IMPORTED)


def _too_much(raised: Raised, limits: Limits) -> str:
    asked = _ASKED.search(raised.says)
    what = f"an array of shape {asked[2]} takes {asked[1]}; " if asked else ""
    return f"{what}the limit is {limits.memory} MiB"
