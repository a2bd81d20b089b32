"""The page of a problem: the leaderboard that the terminal shows, with links, plots, laws, and the grid: what came of
each submission on each case."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from judge.model import Case, Host, Run, RunRecord, Verdict
from judge.reports.blocks import Block, Legend, Para, Place, Span, line
from judge.reports.page.html import Html
from judge.reports.page.marks import class_of, sign, symbols, used
from judge.reports.page.pieces import Resolve
from judge.reports.page.view import blocks_html
from judge.reports.plots.kinds import cactus, growth, points
from judge.reports.plots.plot import Plot
from judge.reports.site.contents import TOP, Contents, Part, Shown, page_of
from judge.reports.verdict_words import Kind, legend
from judge.reports.views.laws import LawView, law_tables
from judge.reports.views.leaderboard import NO_RANK, leaderboard
from judge.reports.witness_words import note
from judge.scoring import shared_cases
from judge.text import seconds

_FAMILIES = 3  # that are plotted; the table has the laws of all


class Entrant(msgspec.Struct, frozen=True):
    """Who has a row, the page of their submission, and how much they have solved."""

    name: str
    file: str
    solved: str


class Board(msgspec.Struct, frozen=True):
    """All that is said of a problem as a whole. Of a run that was stopped there are no laws, of one with images of the
    cases, which earlier versions could run, no ranks."""

    number: int
    title: str
    file: str
    entrants: tuple[Entrant, ...]
    shown: Html
    laws: tuple[tuple[LawView, Html], ...]
    cactus: Plot | None
    growth: Plot | None  # of the first family


def board_of(part: Part, record: RunRecord) -> Board:
    """Return the leaderboard of a problem."""
    judgements = part.judgements
    counting = None if record.complete else len(shared_cases(judgements))
    files = tuple(map(part.submission_file, range(len(part.standings))))
    cases = {shown.name: part.case_file(at) for at, shown in reversed([*enumerate(part.cases)])}

    def resolve(to: Place) -> str:
        return files[int(to.key)] if to.kind == "submission" else cases.get(to.key, "")

    view = leaderboard(part.problem, part.standings, record.clock, counting)
    table = msgspec.structs.replace(view.table, caption=f"Leaderboard: {view.about}", name=f"board-{part.number}")
    shown: tuple[Block, ...] = (table, *(Para(line(Span(said, "soft"))) for said in view.legend))
    shown = (*(shown if record.ranked else (Para(line(NO_RANK)),)), *filter(None, [note(judgements)]))
    laws = law_tables(judgements, record.clock) if record.complete and record.ranked else ()
    return Board(
        number=part.number,
        title=part.problem.title,
        file=part.file,
        entrants=tuple(map(Entrant, view.table.texts("name"), files, view.table.texts("solved"))),
        shown=blocks_html(shown, resolve, sorts=True),
        laws=tuple((one, _law_html(part, one, at, resolve)) for at, one in enumerate(laws, 1)),
        cactus=cactus(part.standings, record.clock) if record.ranked else None,
        growth=growth(judgements, record.clock, laws[0].family) if laws else None,
    )


def _law_html(part: Part, law: LawView, at: int, resolve: Resolve) -> Html:
    table = law.table and msgspec.structs.replace(law.table, name=f"laws-{part.number}-{at}")
    return blocks_html(tuple(filter(None, (law.fastest, table, law.lawless))), resolve, sorts=True)


def pages(contents: Contents) -> Iterator[tuple[str, str]]:
    """Yield the name of each file and its text."""
    for part in contents.parts:
        board = board_of(part, contents.record)
        rows = grid_of(part, contents.record.clock)
        kinds = legend(Kind.of(run) for row in part.judgements for run in row.runs)
        words = {
            "legend": Legend(kinds),
            "symbols": symbols(one for one in kinds if isinstance(one, Kind)),
            "sign": sign,
            "growths": _growths(part, board, contents.record) if board.laws else [],
            "points": points(part.judgements) if len(part.standings) > 1 else None,
        }
        yield part.file, page_of(contents, "problem.html", part.problem.title, (TOP,), board=board, rows=rows, **words)


def _growths(part: Part, board: Board, record: RunRecord) -> list[Plot | None]:
    """Return the plots of the first families: the first one is that of the leaderboard."""
    families = [law.family for law, _ in board.laws[1:_FAMILIES]]
    return [board.growth, *(growth(part.judgements, record.clock, one) for one in families)]


_LAST = 1e9  # sorts missed cases behind all times, and what was not run behind these


class Cell(msgspec.Struct, frozen=True):
    """A cell: the class of its verdict and the mark, what it means, its time, and what sorts it."""

    kind: str
    mark: Html
    said: str
    time: str
    value: str


class Row(msgspec.Struct, frozen=True):
    """A case: its place from 0, what it is about, and a cell for each submission; None where it has not run it."""

    at: int
    case: Shown
    file: str
    anchor: str
    n: int | None
    expected: str
    cells: tuple[Cell | None, ...]


def grid_of(part: Part, clock: Host.Clock) -> tuple[Row, ...]:
    """Return a row for each case, in the order of the record."""
    return tuple(_row(part, at, clock) for at in range(len(part.cases)))


def expected_answer(case: Case | None) -> str:
    """Return what is known of the answer to a case, in a word."""
    if case is None or case.answer is None:
        return "not known"
    if case.answer.fail:
        return "FAIL"
    if case.answer.count is not None:
        return f"{case.answer.count:,}"
    listed = case.answer.columns is not None and len(case.answer.columns) != 1
    return "text" if case.answer.text is not None else "a number" if listed else "arrangement"


def _row(part: Part, at: int, clock: Host.Clock) -> Row:
    shown = part.cases[at]
    n = shown.case.board.n if shown.case and shown.case.text is None else None
    results = (part.result(row, at) for row in range(len(part.standings)))
    cells = tuple(_cell(run, clock) if run else None for run in results)
    return Row(at, shown, part.case_file(at), part.case_anchor(at), n, expected_answer(shown.case), cells)


def _cell(run: Run, clock: Host.Clock) -> Cell:
    kind, time_s = Kind.of(run), run.time_s(clock)
    said = (class_of(kind), used(kind), kind.said)
    if run.not_run:
        return Cell(*said, "", f"{2 * _LAST:.0f}")
    value = f"{time_s:.3g}" if run.verdict is Verdict.AC else f"{_LAST + time_s:.0f}"
    return Cell(*said, seconds(time_s), value)
