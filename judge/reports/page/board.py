"""A leaderboard for many readers: each row is written once, and what each reader gets is put together of rows.

A reader gets the first 20, the three just ahead of themselves, and their own row (as Submitty has it, pull request
7216). All others have pseudonyms, but for who grades.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Self

import msgspec

from judge.model import Student
from judge.reports.blocks import Head, Row
from judge.reports.lines import Line, Link, Span
from judge.reports.page.html import Html, element, join_html
from judge.reports.page.pieces import cells_html, head_html, line_html
from judge.reports.views.leaderboard import leaderboard, notes, problem_of
from judge.scoring import Leaderboard
from judge.text import clean_line

TOP: Final = 20
AHEAD: Final = 3
_LONGEST: Final = 60  # characters of a name
_NAME: Final = 1  # the column of names
_NOBODY: Final = "Nobody is ranked yet."


class BoardRow(msgspec.Struct, frozen=True):
    """A row: its cells before and behind the name, and the whole row as others see it."""

    before: Html
    behind: Html
    row: Html


class LiveBoard(msgspec.Struct, frozen=True):
    """A leaderboard, best first. `facts` says what it is about."""

    facts: str
    heads: tuple[Head, ...]
    rows: tuple[BoardRow, ...]
    notes: tuple[str, ...] = ()
    places: Mapping[str, int] = {}  # of each owner

    @property
    def head(self) -> Html:
        """Return the head of the table."""
        return head_html(self.heads)

    @classmethod
    def of(cls, board: Leaderboard, key: bytes) -> Self:
        """Return the board with the pseudonyms that the store's `key` gives. Whom the judge failed on come last: the
        first ones that a reader gets are those who have a rank."""
        found = sorted(board.signed(key=key).rows, key=lambda row: row.standing.rank is None)
        names = [row.shown for row in found]
        shown = leaderboard(problem_of(board), [row.standing for row in found], board.ground.clock, names=names)
        heads = shown.table.heads
        heads = tuple(msgspec.structs.replace(one, text="who") if one.key == "name" else one for one in heads)
        rows = tuple(_row(heads, row) for row in shown.table.rows)
        said = (*(shown.legend if rows else ()), *notes(board))
        return cls(shown.about, heads, rows, said, {row.owner: at for at, row in enumerate(found)})

    def lines_for(self, owner: str) -> Html:
        """Return the body of the table for a student: their own row is marked."""
        count, own = len(self.rows), self.places.get(owner)
        if not count:
            return self._over_all(_NOBODY)
        top = min(TOP, count)
        begin, end = (top, top) if own is None or own < top else (max(top, own - AHEAD), own + 1)
        rows = [row.row for row in self.rows[:top]]
        rows += [self._gap(begin - top), *(row.row for row in self.rows[begin:end]), self._gap(count - end)]
        if own is not None:
            name = (Link(clean_line(owner, _LONGEST)), Span(" (you)"))
            rows[own if own < top else -2] = _called(self.rows[own], name, own=True)
        return Html("".join(rows))

    def lines_with_names(self, known: Mapping[str, str]) -> Html:
        """Return the body of the table for who grades: everybody by id and name."""
        rows = zip(self.places, self.rows, strict=True)
        named = [_called(row, _named(owner, known)) for owner, row in rows]
        return Html("".join(named)) if named else self._over_all(_NOBODY)

    def _gap(self, count: int) -> Html:
        """Return the row that stands for so many others; nothing for none."""
        return self._over_all(f"{count} more" if count > 1 else "one more") if count else Html()

    def _over_all(self, words: str) -> Html:
        return element("tr", element("td", words, colspan=len(self.heads), class_="soft"))


def _row(heads: tuple[Head, ...], row: Row) -> BoardRow:
    cells = cells_html(heads, row)
    return BoardRow(join_html(*cells[:_NAME]), join_html(*cells[_NAME + 1 :]), element("tr", *cells))


def _called(row: BoardRow, name: Line, *, own: bool = False) -> Html:
    """Return a row with another name."""
    named = element("th", line_html(name), scope="row")
    return element("tr", row.before, named, row.behind, class_="own" if own else None)


def _named(owner: str, known: Mapping[str, str]) -> Line:
    said = [Link(name) for name in Student(owner, known.get(owner, "")).shown(_LONGEST)]
    return tuple(piece for one in said for piece in (Span(" "), one))[1:]
