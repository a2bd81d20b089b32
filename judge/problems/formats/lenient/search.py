"""Look a text through, line by line, for all that may be an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from judge.problems.formats.lenient.boards import Boards
from judge.problems.formats.lenient.finds import Finds
from judge.problems.formats.lenient.flat import Flat, Wrapped
from judge.problems.formats.lenient.numbers import Blocks, Lines
from judge.problems.formats.lenient.pairs import Pairs
from judge.problems.formats.lenient.places import Places
from judge.problems.formats.lenient.target import Target
from judge.problems.formats.lenient.text import lines
from judge.problems.formats.lenient.words import HINT, Refusals


class Collector(Protocol):
    """Is fed line after line, a run of blank lines as one, and keeps what it finds; `end` closes what is open."""

    def feed(self, line: int, raw: bytes) -> None: ...

    def end(self) -> None: ...


Wanted = Callable[[Target, Finds], list[Collector]]


def boards_with_trees(target: Target, finds: Finds) -> list[Collector]:
    """Look for boards, and for the places of the pieces on the board of the case."""
    return [Boards(target, True, finds), Places(target, finds)]


def arrangements(target: Target, finds: Finds) -> list[Collector]:
    """Look for boards and numbers that show one piece a row and a column of a square board."""
    n = target.shape[0]
    return [*_of_permutations(target, finds), Blocks(n, False, finds), Wrapped(n, finds)]


def every_arrangement(target: Target, finds: Finds) -> list[Collector]:
    """Look for arrangements, with their number above them or not."""
    n = target.shape[0]
    return [*_of_permutations(target, finds), Blocks(n, True, finds)]


def _of_permutations(target: Target, finds: Finds) -> list[Collector]:
    n = target.shape[0]
    return [
        Boards(target, False, finds),
        Lines(n, finds),
        Pairs(n, finds, target.order),
        Flat(n, finds, target.order),
    ]


def nothing(target: Target, finds: Finds) -> list[Collector]:  # noqa: ARG001 - as the others
    """Look for no arrangement: only whether the text says that there is none."""
    return []


def search(text: bytes, target: Target, wanted: Wanted) -> Finds:
    """Return all that a plain text says about a case of this size: what is `wanted`, or that there is none."""
    finds = Finds()
    collectors: list[Collector] = [Refusals(target.shape[0], finds)] if HINT.search(text) else []
    collectors += wanted(target, finds)
    for line, raw in lines(text):
        if not _is_border(raw, target.shape[1]):
            for collector in collectors:
                collector.feed(line, raw)
    for collector in collectors:
        collector.end()
    return finds


def _is_border(raw: bytes, columns: int) -> bool:
    """Return whether a line is drawn between rows, and no row of free cells itself."""
    drawn = raw.translate(None, b" \n")
    return bool(drawn) and not drawn.translate(None, b"+-_:") and len(drawn) != columns
