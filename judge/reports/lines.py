"""A line of a view, as pieces: plain data, which any renderer shows. Texts of a piece are clean from the beginning."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from judge.reports.verdict_words import Kind
from judge.text import clean_line

# `prose` is ours, with commands in it; `right`, `bad` and `alert` stand out more than `good`, `wrong` and `warn`; a
# `name` may be a stranger's, and `unsaid` is for the eye alone.
Role = Literal[
    "", "strong", "first", "soft", "right", "good", "bad", "wrong", "alert", "warn", "pending", "code", "prose", "name",
    "unsaid",
]  # fmt: skip
_LONGEST: Final = 4000  # characters of a piece
_NAMED: Final = 12  # of many names, where nobody can follow them


class Span(msgspec.Struct, frozen=True):
    """Words on one line, in one role."""

    text: str
    role: Role = ""

    def __post_init__(self) -> None:
        if not (self.text.isascii() and self.text.isprintable()):
            msgspec.structs.force_setattr(self, "text", clean_line(self.text, _LONGEST))


class Short(Span, frozen=True):
    """Words that say less where a table has no room for them, and less still."""

    shorter: tuple[str, ...] = ()


class Place(msgspec.Struct, frozen=True):
    """What a link leads to, never its address: a renderer that has no such page shows the words alone. What is `told`
    of a case, what a code means, and what is `here`, an anchor, are on the page itself. A `case` has a `page` of its
    own, or else what is told of it. `sorted` is the same page in another order. A key names the problem too: on
    `lizards` there is the case `lizards/sample/one`, and `lizards/3` is the fourth submission of a run. An `anchor` is
    a place on the page."""

    kind: Literal[
        "run", "problem", "submission", "case", "page", "told", "code", "here", "student", "sorted", "regrade", "queue"
    ]
    key: str = ""
    anchor: str = ""


class Link(Span, frozen=True):
    """The name of what a page may be about, often a stranger's word."""

    to: Place = Place("case", "")


class Shared(Span, frozen=True):
    """What a text has in common with another: the number of the part, where it is, and where the other one is. `first`
    says that it begins here."""

    number: int = 0
    anchor: str = ""
    other: str = ""
    first: bool = False

    @property
    def said(self) -> str:
        """Return what leads to the other one."""
        return f"part {self.number}, show it on the other side"


class Links(msgspec.Struct, frozen=True):
    """Names behind one another; where nobody can follow them, the first ones."""

    names: tuple[Link, ...]

    def __str__(self) -> str:
        left = len(self.names) - _NAMED
        more = f" and {left} other{'s' * (left > 1)}" if left > 0 else ""
        return ", ".join(one.text for one in self.names[:_NAMED]) + more


class Bar(msgspec.Struct, frozen=True):
    """A part of a whole, for the eye: its numbers stand beside it. A time may be more than its `limit`."""

    part: float
    whole: float
    limit: bool = False


class Dots(msgspec.Struct, frozen=True):
    """The times of a case up to its limit, for the eye too, and the median of the class."""

    times_s: tuple[float, ...]
    limit_s: float
    median_s: float | None = None


Piece = Span | Links | Kind | Bar | Dots
Line = tuple[Piece, ...]


def plain(pieces: Line) -> str:
    """Return the words alone."""
    return "".join(one.text if isinstance(one, Span) else str(one) for one in pieces if not isinstance(one, Bar | Dots))


def line(*pieces: Piece | str) -> Line:
    """Return a line of pieces; a bare text has no role, and an empty one goes."""
    return tuple(Span(one) if isinstance(one, str) else one for one in pieces if one)
