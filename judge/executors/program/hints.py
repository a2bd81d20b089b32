"""What the text of a program tells beforehand, for the sentence that its author gets when it leaves no answer."""

from __future__ import annotations

import re
from pathlib import PurePath

import msgspec

from judge.model import Submission
from judge.submissions.languages import language_of

_FOREIGN = re.compile(
    r"""["']((?:/(?:Users|home|root|mnt|Volumes)/|[A-Za-z]:[\\/]|\.{1,2}\\|\w+\\\\)[^"'\n]{1,200})["']"""
)
_DEFINITION = re.compile(r"(?:def|class|async def)\s+(\w+)")
NAMES_KEPT = 5


class Habits(msgspec.Struct, frozen=True):
    """`paths` are places of its author's machine."""

    name: str = ""  # of the file that is run
    text: str = ""  # of the file that is run
    paths: tuple[str, ...] = ()
    shipped: tuple[str, ...] = ()  # the other files of its folder
    language: str = ""
    uncalled: str = ""  # what it defines, where nothing in it is ever called


def habits(submission: Submission) -> Habits:
    """Return what its text tells, for a program that writes nothing: places of its author's machine that it names, the
    files that lie beside it, and whether it does anything at all."""
    text = submission.source.decode(errors="replace")
    shipped = tuple(name for name, data in submission.files if data != submission.source)
    uncalled = _uncalled(text) if submission.path.suffix.lower() == ".py" else ""
    language = language_of(submission.path.suffix)
    paths = tuple(dict.fromkeys(_FOREIGN.findall(text)))[:NAMES_KEPT]
    name = PurePath(submission.path).name
    return Habits(name, text, paths, shipped, language.name if language else "", uncalled)


def _uncalled(text: str) -> str:
    """Return what a Python file defines, if none of that is named outside its definitions: one part of a program,
    handed in alone. By lines, for what Python 3 can't parse."""
    defined: list[str] = []
    outside: list[str] = []
    within = False
    for line in text.splitlines():
        if definition := _DEFINITION.match(line):
            defined.append(definition[1])
            within = True
        elif line[:1].strip() and not line.startswith(("#", ")", "]", "}")):
            within = line.startswith("@")
        if not within:
            outside.append(line)
    words = set(re.findall(r"\w+", "\n".join(outside)))
    return ", ".join(defined[:NAMES_KEPT]) if words.isdisjoint(defined) else ""
