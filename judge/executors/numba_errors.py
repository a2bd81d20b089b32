"""A refusal of numba's as a Finding: which of the known causes it is, in words, at the innermost line of the student's
file. It is CE wherever it appears: also on a case, where a path is compiled that no warm-up board has reached.

numba's own insides (its candidates, its files, its pipeline) are left out: they tell a student nothing.
"""

from __future__ import annotations

import difflib
import re
from functools import cache
from typing import Final

import msgspec
import numpy as np

from judge.executors.call import Raised
from judge.executors.rows import read_rows
from judge.model import Finding, Verdict
from judge.sandbox import protocol
from judge.submissions import Source

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
            words["hint"] = source.hint_for(words["name"]) if "{hint}" in cause.help else ""
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


def _place(cause: Cause, words: _Words, said: NumbaText, raised: Raised, source: Source) -> Finding.Excerpt | None:
    if cause.called:
        return raised.place(source)
    mark, _, name = cause.mark.format_map(words).partition(":")
    return source.marked(_line(said, raised), mark, name) or raised.place(source)


def _line(said: NumbaText, raised: Raised) -> int:
    return said.line or raised.line_of_numba


# --- what numba says --------------------------------------------------------------------------------------------------
LONGEST: Final = 600  # of a sentence, a call or a reason
LOOKED_AT: Final = 6000  # characters in which a cause is looked for
_PIPELINE = re.compile(r"\AFailed in \w+ mode pipeline \(step: [^\n]*\)\s*")
_KIND = re.compile(r"\A(?:numba\.[\w.]+|[A-Z]\w*(?:Error|Exception)): ")
_END = re.compile(
    r"\n\s*\n|\n(?=There are \d+ candidate|During: | *File \"|Return of: )|\. Raised from |\nFor Numba to be"
    r"|, defined at | as globals are considered"
)
_CALL = re.compile(r"^ *>>> ([^\n]{1,600})", re.MULTILINE)
_REASON = re.compile(r"raised a specific error:\n *(?:\w+: )?([^\n]{1,600})")
_ASIDE = re.compile(
    r"^(?:'\w{1,80}' looks like a Numba internal function|- argument \d{1,3}: [^\n]{1,300})", re.MULTILINE
)
_TYPES = (
    (re.compile(r"<iv=[^<>]{0,300}>"), ""),
    (re.compile(r"\breadonly "), ""),
    (re.compile(r"\breflected "), ""),
    (re.compile(r"\bLiteral\[(\w+)\]\([^()]{0,100}\)"), r"\1"),
    (re.compile(r"\bunicode_type\b"), "str"),
    (re.compile(r"\b(?:Uni)?Tuple\((\w+) x (\d+)\)"), r"tuple of \2 \1"),
    (re.compile(r"\bTuple\("), "tuple("),
    (re.compile(r"\bnone\b"), "None"),
    (re.compile(r"\barray\((\w+), (\d)d, \w\)"), r"\2d array of \1"),
    (re.compile(r"type\(CPUDispatcher\(<function ([\w.<>]{1,80}) at 0x[0-9a-f]{1,20}>\)\)"), r"the function \1"),
    (re.compile(r"<(?:built-in )?(?:function|class|method) '?([\w.<>]{1,80})'?(?: at 0x[0-9a-f]{1,20})?>"), r"\1"),
    (re.compile(r"\bModule\(<module '([\w.]{1,80})'[^>\n]{0,300}>\)"), r"the module \1"),
    (re.compile(r"\b(?:Function|BoundFunction)\(([\w.]{1,80})(?: for [^\n]{0,200})?\)"), r"\1"),
)


class NumbaText(msgspec.Struct, frozen=True):
    """What there is to know of a refusal. `text` holds all of it, a line each, for the causes to be looked for in."""

    sentence: str
    call: str
    reasons: tuple[str, ...]
    aside: tuple[str, ...]  # what stands below the sentence and tells more than it
    line: int  # the innermost in the submission's file, 0 where none is told

    @property
    def text(self) -> str:
        """Return the sentence, the call after >>>, and each reason after a `!`."""
        parts = [self.sentence, *([f">>> {self.call}"] if self.call else ()), *(f"! {one}" for one in self.reasons)]
        parts += self.aside
        return "\n".join(parts)[:LOOKED_AT]

    @property
    def in_words(self) -> str:
        """Return one sentence for a reader: the last reason where numba has one, as that is the most exact."""
        if exact := (*self.reasons, *self.aside):
            return readable(exact[-1].removeprefix("- "))
        if self.call:
            name, _, types = self.call.partition("(")
            return readable(f"no implementation of {name} for {types.removesuffix(')')}")
        return readable(self.sentence)


def read_numba(text: str, file: str) -> NumbaText:
    """Take apart the text of an exception of numba's; `file` is what a submission is called in a box."""
    text = text[: protocol.TEXT_LIMIT]
    body = _KIND.sub("", text, count=1)
    while (shorter := _KIND.sub("", _PIPELINE.sub("", body, count=1), count=1)) != body:
        body = shorter
    sentence = _END.split(body.lstrip(), maxsplit=1)[0]
    call = _CALL.search(body)
    reasons = (reason for reason in _REASON.findall(body) if not reason.startswith("Failed in "))
    return NumbaText(
        sentence=" ".join(sentence.split())[:LONGEST].replace("..", "."),
        call=call[1] if call else "",
        reasons=tuple(dict.fromkeys(reasons)),
        aside=tuple(_ASIDE.findall(body)),
        line=_line_in(text, file),
    )


def readable(types: str) -> str:
    """Return text of numba's with its types as a student would name them."""
    short = types[:LONGEST]
    for pattern, words in _TYPES:
        short = pattern.sub(words, short)
    return short


def _line_in(text: str, file: str) -> int:
    """Return the first line of the submission that is named: the innermost call stands first. Of several returns, which
    numba names in any order, it is the last."""
    name = re.escape(file)
    returns = re.findall(rf'^Return of: [^\n]*\nFile "[^"\n]*{name}", line (\d{{1,7}}):', text, re.MULTILINE)
    if returns:
        return max(map(int, returns))
    places = re.search(rf'{name}", line (\d{{1,7}}):|{name} \((\d{{1,7}})\)', text)
    return int(places[1] or places[2]) if places else 0
