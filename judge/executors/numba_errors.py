"""A refusal of numba's as a Finding: which of the known causes it is, in words, at the innermost line of the student's
file. It is CE wherever it appears: also on a case, where a path is compiled that no warm-up board has reached."""

from __future__ import annotations

import difflib
import re
from functools import cache
from typing import Final

import msgspec
import numpy as np

from judge.executors.exception_frame import Raised
from judge.executors.numba_text import NumbaText, read_numba, readable
from judge.executors.rows import read_rows
from judge.model import Excerpt, Finding, Verdict
from judge.submissions.names import hint_for
from judge.submissions.source import Source

_SYMBOLS: Final = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "eq": "==",
    "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<",
    "rshift": ">>", "contains": "in", "matmul": "@", "is_": "is", "not_": "not",
}  # fmt: skip
_EMPTY: Final = {"list": ("list", "[0]"), "Dict": ("dict", "{0: 0}"), "set": ("set", "{0}")}

_NAME: Final = r"'(?P<{}>\w{{1,80}})'"
_PARTS: Final = {  # of the patterns in the table
    "{name}": _NAME.format("name"),
    "{name2}": _NAME.format("name2"),
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
    for cause in causes():
        if match := cause.pattern.search(said.text):
            words = _words(match.groupdict(), said)
            words["hint"] = hint_for(words["name"], source.tree(), source.parameters) if "{hint}" in cause.help else ""
            words["type"] = words["type"].removeprefix(file.removesuffix("py"))  # a class of the file
            words["numpy"] = _of_numpy(words["name"]) if "{numpy}" in cause.help else ""
            finding = Finding(
                cause.code,
                cause.says.format_map(words),
                note="" if said.in_words in cause.says else f"numba says: {said.in_words}",
                help=cause.help.format_map(words),
                verdict=Verdict.CE,
            )
            return finding.at(_place(cause, words, said, raised, source))
    finding = Finding("E218", f"numba can't compile this: {said.in_words}", verdict=Verdict.CE)
    return finding.at(source.marked(_line(said, raised)) or raised.place(source))


class _Words(dict[str, str]):
    """What the sentences of a cause may name; what this text does not say is empty."""

    def __missing__(self, _: str) -> str:
        return ""


def _words(groups: dict[str, str | None], said: NumbaText) -> _Words:
    words = _Words({key: readable(value) for key, value in groups.items() if value is not None})
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


def _place(cause: Cause, words: _Words, said: NumbaText, raised: Raised, source: Source) -> Excerpt | None:
    if cause.called:
        return raised.place(source)
    mark, _, name = cause.mark.format_map(words).partition(":")
    return source.marked(_line(said, raised), mark, name) or raised.place(source)


def _line(said: NumbaText, raised: Raised) -> int:
    return said.line or raised.line_of_numba
