"""Why it failed, in a student's words: an exception of Python's, what numba refuses, and what the sandbox or its limits
refuse. Loaded where something failed.

numba's refusals are CE wherever they appear: also on a case, where a path is compiled that no warm-up board has
reached. Which of the known causes it is stands in numba_causes.toml, its place is the innermost line of the student's
file.
"""

from __future__ import annotations

import difflib
import errno
import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import groupby
from pathlib import Path, PurePath
from typing import Final, TypeVar

import msgspec
import numpy as np

from judge.errors import meant
from judge.executors.call import Raised
from judge.executors.numba_text import NumbaText, read_numba, readable
from judge.model import Finding, Limits, Verdict
from judge.sandbox import Sandbox, protocol
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
        case "SyntaxError" if raised.says.endswith(f" ({PurePath(source.inside).name}, line {raised.line})"):
            wrong, repair = raised.says.rpartition(" (")[0], "each line of the file is read before the first one runs"
            finding = Finding("E211", f"{PurePath(source.file).name} is not valid Python: {wrong}", help=repair)
        case "ModuleNotFoundError":
            finding = _of_module("E217", raised, source)
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
        case "RecursionError" | "StackOverflow":  # which inside/crash.py has seen
            finding = Finding("E223", "the stack overflowed: calls within calls, deeper than it allows", help=_DEEP)
        case "ModuleNotFoundError":
            finding = _of_module("E224", raised, source)
        case "TypeError" if raised.line == 0 and _ARITY.search(raised.says):
            given = f"solve is given {len(source.parameters)} arguments: {', '.join(source.parameters)}"
            finding = Finding("E205", "solve raised " + raised.headline, help=given)
        case _:
            repair = refusal(raised, limits) or _of_kernel(raised, source)
            finding = _known(raised, source, limits) or Finding("E205", "solve raised " + raised.headline, help=repair)
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


def _of_module(code: str, raised: Raised, source: Source) -> Finding:
    """Return that a module is not here, and what may be imported."""
    name = _first(_QUOTED, raised.says)
    repair = f"a submission may import numpy and numba, and the standard library{meant(name, _IMPORTED)}"
    if name == PurePath(source.file).stem:
        repair = "it is the file itself: use its names without an import"
    return Finding(code, f"it needs the module {name or 'that it imports'}, which is not here", help=repair)


def _too_much(raised: Raised, limits: Limits) -> str:
    asked = _ASKED.search(raised.says)
    what = f"an array of shape {asked[2]} takes {asked[1]}; " if asked else ""
    return f"{what}the limit is {limits.memory} MiB"


# --- what numba refuses -----------------------------------------------------------------------------------------------
_SYMBOLS: Final = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "eq": "==",
    "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<",
    "rshift": ">>", "contains": "in", "matmul": "@", "is_": "is", "not_": "not",
}  # fmt: skip
_EMPTY: Final = {"list": ("list", "[0]"), "Dict": ("dict", "{0: 0}"), "set": ("set", "{0}")}

_NAMED: Final = r"'(?P<{}>\w{{1,80}})'"
_PARTS: Final = {  # of the patterns in the table
    "{name}": _NAMED.format("name"),
    "{name2}": _NAMED.format("name2"),
    "{text}": r"(?:Literal\[str\]|unicode_type|\bstr\b)",
    "{operation}": r"^>>> (?P<op>neg|pos|not_|invert|is_|i?(?:add|sub|mul|truediv|floordiv|mod|pow|eq|ne|lt|le|gt|ge"
    r"|and_|or_|xor|lshift|rshift|contains|matmul))\(",
}


class Cause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One reason to refuse, a row of numba_causes.toml: `says`, `help` and `mark` name the pattern's groups; `mark`
    says what to look for in the file, unless its place is where Python `called` the kernel."""

    code: str
    pattern: re.Pattern[str]
    says: str
    help: str
    mark: str = ""
    called: bool = False


@cache
def causes() -> list[Cause]:
    """Return the rows of the table, in its order, read at the first refusal."""
    return read_rows("numba_causes.toml", Cause, _PARTS)


def refused(raised: Raised, source: Source, file: str) -> Finding:
    """Return why numba refuses; `file` is what the submission is called in its box."""
    said = read_numba(raised.text, file)
    line = said.line or raised.line_of_numba
    for cause in causes():
        if match := cause.pattern.search(said.text):
            words = _words(match.groupdict(), said)
            words["hint"] = source.hint_for(words["name"]) if "{hint}" in cause.help else ""
            words["type"] = words["type"].removeprefix(file.removesuffix("py"))  # a class of the file
            words["numpy"] = _of_numpy(words["name"]) if "{numpy}" in cause.help else ""
            note = "" if said.in_words in cause.says else f"numba says: {said.in_words}"
            says, repair = cause.says.format_map(words), cause.help.format_map(words)
            finding = Finding(cause.code, says, note=note, help=repair, verdict=Verdict.CE)
            mark, _, name = cause.mark.format_map(words).partition(":")
            place = None if cause.called else source.marked(line, mark, name)
            return finding.at(place or raised.place(source))
    finding = Finding("E218", f"numba can't compile this: {said.in_words}", verdict=Verdict.CE)
    return finding.at(source.marked(line) or raised.place(source))


def _words(groups: dict[str, str | None], said: NumbaText) -> dict[str, str]:
    """Return what the sentences of a cause may name; what this text does not say is empty."""
    words = defaultdict(str, {key: readable(value) for key, value in groups.items() if value is not None})
    words["name"] = words["name"] or words["name2"]
    op = words["op"]
    words["op"] = _SYMBOLS.get(op) or _SYMBOLS.get(op.removeprefix("i"), op)
    operands = _split(readable(said.call.partition("(")[2].removesuffix(")")))
    words["operands"], words["arguments"] = " and ".join(operands), ", ".join(operands)
    words["called"] = said.call.partition("(")[0]
    words["first"], words["last"] = operands[0], operands[-1]
    words["given"] = words["given"] or operands[-1]
    words["container"], words["example"] = _EMPTY.get(words.get("what", ""), ("list", "[0]"))
    words["kind"] = said.sentence.rpartition("<class '")[2].rstrip("'>.")
    return words


def _of_numpy(name: str) -> str:
    near = difflib.get_close_matches(name, [one for one in dir(np) if not one.startswith("_")], n=1, cutoff=0.7)
    return f"did you mean np.{near[0]}?" if near else "write the loop yourself, or call it outside the kernel"


def _split(types: str) -> list[str]:
    """Return the types between the commas that stand in none of them."""
    parts, depth = [""], 0
    for character in types:
        depth += (character in "([{<") - (character in ")]}>")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


# --- what the sandbox or its limits refuse ----------------------------------------------------------------------------
class _Refusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    help: str
    says: re.Pattern[str] = re.compile("")
    errno: tuple[str, ...] = ()
    outside: bool = False
    sealed: bool = True

    def fits(self, raised: Raised) -> re.Match[str] | None:
        """Return where the text says it, None where it is another fact."""
        there = (raised.sealed or not self.sealed) and (raised.outside or not self.outside)
        named = not self.errno or errno.errorcode.get(raised.errno) in self.errno
        return self.says.search(raised.text) if there and named else None


def refusal(raised: Raised, limits: Limits) -> str:
    """Return what helps against what the sandbox or a limit refused; empty where neither is known to have."""
    for row in _refusals():
        if said := row.fits(raised):
            bounds = Sandbox.rlimits(limits)
            return row.help.format(
                **said.groupdict(),
                files=bounds["RLIMIT_NOFILE"],
                file=bounds["RLIMIT_FSIZE"] >> 20,
                room=Sandbox.BOX_BYTES >> 20,
                memory=limits.memory,
                processes=limits.processes,
            )
    return ""


@cache
def _refusals() -> list[_Refusal]:
    return read_rows("refusals.toml", _Refusal)


# --- the tables of this room ------------------------------------------------------------------------------------------
RowT = TypeVar("RowT", bound=msgspec.Struct)


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of compilers.toml or crash.toml: what a compiler or a runtime says, and what that means."""

    says: re.Pattern[str]
    help: str
    message: str = ""
    code: str = ""


@cache
def sayings(file: str) -> list[Saying]:
    """Return the rows of one of these tables, in its order, read when they are asked for."""
    return read_rows(file, Saying)


def read_rows(file: str, kind: type[RowT], words: Mapping[str, str] | None = None) -> list[RowT]:
    """Return the rows of a table, in its order; `words` stand in its patterns for parts of them."""
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    [rows] = tomllib.loads(text).values()

    def compiled(_: type, pattern: str) -> re.Pattern[str]:
        for word, meaning in (words or {}).items():
            pattern = pattern.replace(word, meaning)
        return re.compile(pattern, re.MULTILINE)

    return [msgspec.convert(row, kind, dec_hook=compiled) for row in rows]
