"""Looks a text through line by line for whatever `shapes.py` may take for an answer."""

from __future__ import annotations

from typing import Protocol

from judge.model import PuzzleName
from judge.problems.formats.lenient.boards import Boards
from judge.problems.formats.lenient.found import Finds
from judge.problems.formats.lenient.numbers import Blocks, Lines
from judge.problems.formats.lenient.pairs import Pairs
from judge.problems.formats.lenient.text import lines
from judge.problems.formats.lenient.words import HINT, Refusals


class _Collector(Protocol):
    """Is fed line after line, a run of blank lines as one, and keeps what it finds; `end` closes what is open."""

    def feed(self, line: int, raw: bytes) -> None: ...

    def end(self) -> None: ...


def search(text: bytes, puzzle: PuzzleName, n: int, listed: bool = True) -> Finds:
    """All that a plain text says about a case of size n; unless `listed`, only whether it says that there is none."""
    finds = Finds()
    collectors: list[_Collector] = [Refusals(n, finds)] if HINT.search(text) else []
    if listed:
        collectors.append(Boards(n, puzzle == "lizards", finds))
    if listed and puzzle != "lizards":  # no numbers tell where its trees are
        collectors += [Blocks(n, puzzle == "all-queens", finds), Lines(n, finds), Pairs(n, finds)]
    for line, raw in lines(text):
        if not _is_border(raw, n):
            for collector in collectors:
                collector.feed(line, raw)
    for collector in collectors:
        collector.end()
    return finds


def _is_border(raw: bytes, n: int) -> bool:
    """Whether a line is drawn between rows, and no row of free cells itself."""
    drawn = raw.translate(None, b" \n")
    return bool(drawn) and not drawn.translate(None, b"+-_:") and len(drawn) != n
