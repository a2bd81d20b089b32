"""A leaderboard for many readers: each line is written once, and what each reader gets is put together of lines.

A reader gets the first 20, the three just ahead of themselves, and their own line (as Submitty has it, pull request
7216). All others have pseudonyms, but for who grades.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from judge.errors import verdicts
from judge.model import Standing
from judge.model.classroom import Student
from judge.reports.leaderboard_row import LeaderboardRow, facts, leaderboard_row, legend, notes
from judge.reports.page.html import Html, element, joined
from judge.reports.page.marks import mark
from judge.reports.sanitize import clean_line
from judge.reports.words import names
from judge.scoring.leaderboard import Leaderboard, pseudonym

TOP: Final = 20
AHEAD: Final = 3
HEADS: Final = (
    "+#",
    "who",
    "verdict",
    "+solved",
    "+PAR-2",
    "+ratio",
    "+slowest",
    "slowest case",
    "+memory",
    "contract",
)
_LONGEST: Final = 60  # characters of a name
_WIDE: Final = "wide"  # a column that is left out where there is no room


class BoardLine(msgspec.Struct, frozen=True):
    """A line: whose it is, its cells before and behind the name, and the whole row as others see it."""

    owner: str
    before: Html
    behind: Html
    row: Html


class LeaderboardView(msgspec.Struct, frozen=True):
    """A leaderboard, best first. `facts` says what it is about."""

    facts: str
    lines: tuple[BoardLine, ...]
    notes: tuple[str, ...] = ()
    places: Mapping[str, int] = {}  # of each owner


def leaderboard_view(board: Leaderboard, key: bytes) -> LeaderboardView:
    """Return the board with the pseudonyms that the store's `key` gives. Whom the judge failed on come last: the first
    ones that a reader gets are those who have a rank."""
    problem = board.problem
    if board.algorithm:
        cases = tuple(case for case in problem.cases if case.board.algorithm == board.algorithm)
        problem = msgspec.structs.replace(problem, cases=cases)
    rows = sorted(board.rows, key=lambda row: row.standing.rank is None)
    lines = tuple(_line(row.owner, row.standing, len(problem.cases), key) for row in rows)
    said = [*legend((row.standing for row in board.rows), board.ground.clock), *notes(board)] if lines else notes(board)
    return LeaderboardView(facts(problem), lines, tuple(said), {line.owner: at for at, line in enumerate(lines)})


def lines_for(view: LeaderboardView, owner: str) -> Html:
    """Return the body of the table for a student: their own line is marked."""
    count, own = len(view.lines), view.places.get(owner)
    if not count:
        return _NOBODY
    top = min(TOP, count)
    begin, end = (top, top) if own is None or own < top else (max(top, own - AHEAD), own + 1)
    rows = [line.row for line in view.lines[:top]]
    rows += [_gap(begin - top), *(line.row for line in view.lines[begin:end]), _gap(count - end)]
    if own is not None:
        rows[own if own < top else -2] = _row(view.lines[own], _own_name(owner), own=True)
    return Html("".join(rows))


def lines_with_names(view: LeaderboardView, names: Mapping[str, str]) -> Html:
    """Return the body of the table for who grades: everybody by id and name."""
    return _NOBODY if not view.lines else Html("".join(_row(line, _named(line.owner, names)) for line in view.lines))


def _line(owner: str, standing: Standing, cases: int, key: bytes) -> BoardLine:
    row = leaderboard_row(standing, cases, longest=_LONGEST)
    before, behind = element("td", row.rank, class_="num"), joined(*_cells(row, standing))
    line = BoardLine(owner, before, behind, Html())
    return msgspec.structs.replace(line, row=_row(line, element("bdi", pseudonym(owner, key))))


def _cells(row: LeaderboardRow, standing: Standing) -> Iterable[Html]:
    verdict = standing.judgement.verdict
    note = f" {row.verdict.note}" if row.verdict.note else ""
    yield element("td", mark(verdict, said=verdicts()[verdict].title), f" {verdict}", note)
    yield element("td", row.solved, class_="num")
    yield element("td", row.par2, class_="num")
    yield element("td", row.ratio, class_="num")
    yield element("td", row.slowest, class_=f"num {_WIDE}")
    yield element("td", row.slowest_case, class_=_WIDE)
    yield element("td", row.memory, class_=f"num {_WIDE}")
    yield element("td", row.contract, class_=_WIDE)


def _row(line: BoardLine, name: Html, *, own: bool = False) -> Html:
    return element("tr", line.before, element("th", name, scope="row"), line.behind, class_="own" if own else None)


def _own_name(owner: str) -> Html:
    return joined(element("bdi", clean_line(owner, _LONGEST)), " (you)")


def _named(owner: str, known: Mapping[str, str]) -> Html:
    student = Student(owner, known.get(owner, ""))
    return Html(" ".join(element("bdi", name) for name in names(student, _LONGEST)))


def _gap(count: int) -> Html:
    """Return the line that stands for so many others; nothing for none."""
    if not count:
        return Html()
    return _over_all(f"{count} more" if count > 1 else "one more")


def _over_all(words: str) -> Html:
    return element("tr", element("td", words, colspan=len(HEADS), class_="soft"))


_NOBODY: Final = _over_all("Nobody is ranked yet.")
