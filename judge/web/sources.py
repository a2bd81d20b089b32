"""The files of a submission as pages show them, and how those of two differ: as `diff -u` shows it, within bounds."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from judge.model import Roll, Submission


class SourceFile(msgspec.Struct, frozen=True):
    """A file: its path in the submission, what it holds, and whether it is the one that is run. `text` is "" where it
    is no text."""

    name: str
    body: bytes
    main: bool

    @property
    def text(self) -> str:
        """Return it as text; empty where it is none."""
        return "" if b"\0" in self.body else self.body.decode(errors="replace")


def source_files(of: Submission | Roll.Member) -> tuple[SourceFile, ...]:
    """Return the files of what was handed in, the one that is run first. A submission comes with its sources."""
    main, files = (of.main, {}) if isinstance(of, Roll.Member) else (of.main, {of.main: of.source})
    files |= dict(of.files)
    first = sorted(files, key=lambda name: name != main)
    return tuple(SourceFile(name, files[name], main=name == main) for name in first)


_MOST: Final = 1000  # lines that may differ: difflib takes the square of their number, or more
_AROUND: Final = 3


class Line(msgspec.Struct, frozen=True):
    """A line: `kind` is its class in the style, `sign` says the same without a colour."""

    kind: str
    sign: str
    text: str


class FileDifference(msgspec.Struct, frozen=True):
    """How a file has changed; `words` says it where no lines can."""

    name: str
    lines: tuple[Line, ...] = ()
    words: str = ""


def differences(before: Sequence[SourceFile], after: Sequence[SourceFile]) -> tuple[FileDifference, ...]:
    """Return every file that differs. Two that are run are one file, whatever they are called."""
    pairs: dict[str, list[SourceFile | None]] = {}
    for at, files in enumerate((before, after)):
        for one in files:
            pairs.setdefault("" if one.main else one.name, [None, None])[at] = one
    changed = ((old, new) for old, new in pairs.values() if (old and old.body) != (new and new.body))
    return tuple(_difference(old, new) for old, new in changed)


def _difference(old: SourceFile | None, new: SourceFile | None) -> FileDifference:
    names = dict.fromkeys(one.name for one in (old, new) if one)
    name = ", now ".join(names)
    if any(one and one.body and not one.text for one in (old, new)):
        return FileDifference(name, words="It is no text.")
    left, right = (one.text.splitlines() if one else [] for one in (old, new))
    if _differing(left, right) > _MOST:
        return FileDifference(name, words="It differs in too many lines to show them.")
    lines = tuple(_lines(difflib.unified_diff(left, right, n=_AROUND, lineterm="")))
    without = "It differs in the ends of lines alone." if old and new else "It is empty."
    return FileDifference(name, lines, "" if lines else without)


def _differing(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many lines there are between what both begin and end with."""
    most = min(len(left), len(right))
    head = next((at for at in range(most) if left[at] != right[at]), most)
    tail = next((at for at in range(most - head) if left[-1 - at] != right[-1 - at]), most - head)
    return max(len(left), len(right)) - head - tail


def _lines(found: Iterable[str]) -> Iterable[Line]:
    for at, one in enumerate(found):
        if at < 2:
            continue  # the names of the files
        kind = {"+": "added", "-": "removed", "@": "place"}.get(one[:1], "same")
        yield Line(kind, "" if kind == "place" else one[:1], one if kind == "place" else one[1:])
