"""What numba says of what it refuses, taken apart: a sentence, the call that it is about, its reasons, and a line of a
submission. numba's own insides (its candidates, its files, its pipeline) are left out: they tell a student nothing.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from judge.sandbox import protocol

LONGEST: Final = 600  # of a sentence, a call or a reason
LOOKED_AT: Final = 6000  # characters in which a cause is looked for
_HEAD = re.compile(
    r"\A(?:numba\.[\w.]+: |[A-Z]\w*(?:Error|Exception): |Failed in \w+ mode pipeline \(step: [^\n]*\)\s*)+"
)
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
    body = _HEAD.sub("", text)
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
