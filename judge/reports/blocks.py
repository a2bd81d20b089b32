"""The words that a view is made of: pieces of a line, and tables of lines. Plain data, which any renderer shows.

A view says what a thing is; a renderer (terminal/ranking.py, page/pieces.py) has no word of its own. Texts of a piece
are clean from the beginning.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from judge.reports.verdict_words import VerdictWords
from judge.text import clean_line

Role = Literal["", "strong", "soft", "good", "bad", "wrong", "warn"]


class Span(msgspec.Struct, frozen=True):
    """Words on one line, in one role."""

    text: str
    role: Role = ""

    def __post_init__(self) -> None:
        if not (self.text.isascii() and self.text.isprintable()):
            msgspec.structs.force_setattr(self, "text", clean_line(self.text))


class Place(msgspec.Struct, frozen=True):
    """What a link leads to, never its address: a renderer that has no such page shows the words alone."""

    kind: Literal["submission", "case"]
    key: str


class Link(Span, frozen=True):
    """The name of what a page may be about, often a stranger's word."""

    to: Place = Place("case", "")


Piece = Span | VerdictWords
Line = tuple[Piece, ...]


class Head(msgspec.Struct, frozen=True):
    """A column. `priority` says which ones go first where there is no room: those of the highest number, and 0 stays.
    Its texts may be cut to `least` characters, where that is not 0."""

    key: str
    text: str
    align: Literal["left", "right"] = "left"
    priority: int = 0
    least: int = 0


class Row(msgspec.Struct, frozen=True):
    """A cell for each column, and what a script sorts it by, where that is not the text itself."""

    cells: tuple[Line, ...]
    keys: tuple[float | None, ...] = ()


class Table(msgspec.Struct, frozen=True):
    """Rows of one kind."""

    heads: tuple[Head, ...]
    rows: tuple[Row, ...]

    def texts(self, key: str) -> list[str]:
        """Return the words of one column."""
        at = [head.key for head in self.heads].index(key)
        return [plain(row.cells[at]) for row in self.rows]


def plain(pieces: Line) -> str:
    """Return the words alone."""
    return "".join(one.text if isinstance(one, Span) else str(one) for one in pieces)


def line(*pieces: Piece | str) -> Line:
    """Return a line of pieces; a bare text has no role, and an empty one goes."""
    return tuple(Span(one) if isinstance(one, str) else one for one in pieces if one)
