"""The scoreboard of a contest: what each cell says to eyes and ears, how far it is, and what the jury must know. Only
what is in the Scoreboard is said, nothing that it hides.

Who solved a problem first has a star, not only a colour, and what is hidden or waits a question mark. Where the columns
of a terminal have no room with their times, the cells say less.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, Self

import msgspec

from judge.model import Schedule
from judge.reports.blocks import Block, Head, Report, Row, Table, heading, para, warning
from judge.reports.export.event_feed import event_feed, reltime, stamp
from judge.reports.lines import Role, Short, Span, line
from judge.schemas import Part, parts
from judge.scoring import Scoreboard
from judge.text import clean_line, counted, listed, number

PAGE: Final = 30  # teams that a projector shows at once
_SIZES: Final = (10, 15, 20, PAGE)
_MANY: Final = 12  # problems, from which on their columns are narrow
_FEW: Final = 5  # problems, up to which there is room for long names
_MOST_NAMES: Final = 12
_HEADS: Final = {"score": ("Points", "Last"), "pass-fail": ("Solved", "Time")}
_SIGNS: Final = {  # what they mean, where a cell has them
    "/": {"pass-fail": "2/45: second try, minute 45", "score": "30/45: points, and the minute that gave them"},
    "*": {"pass-fail": "*: first to solve it", "score": "*: first to solve all of it"},
    "-": dict.fromkeys(_HEADS, "-3: three wrong tries"),
    "?": dict.fromkeys(_HEADS, "?1: one try is hidden, or not judged yet"),
}
State = Literal["before", "running", "frozen", "waiting", "jury", "over", "final"]
Kind = Literal["first", "solved", "pending", "wrong", ""]
_STATES: Final[dict[State, Role]] = {
    **{"before": "pending", "running": "good", "frozen": "pending", "over": "", "final": "strong"},
    **{"waiting": "alert", "jury": "alert"},
}
_ROLES: Final[dict[Kind, Role]] = {"first": "right", "solved": "good", "pending": "pending", "wrong": "wrong", "": ""}
_NAME, _LEAST_NAME = 40, 12  # columns of a terminal


class CellView(msgspec.Struct, frozen=True):
    """A cell: what it shows, the same without its time, and in one character where there is no room; and as a sentence,
    for who hears it. `whole` is its kind where a part of the points does not count as solved."""

    words: str
    short: str
    mark: str
    said: str
    kind: Kind
    whole: Kind
    fresh: bool = False


class RowView(msgspec.Struct, frozen=True):
    """A team. `totals` are what decides, and what decides then."""

    rank: int
    id: str
    name: str
    affiliation: str
    totals: tuple[str, str]
    cells: tuple[CellView, ...]
    turn: bool = False


class ScoreboardView(msgspec.Struct, frozen=True):
    """A scoreboard. Before the start the public sees teams alone. `until_ms` is what is being waited for, if anything
    is; `notes` are for the jury."""

    name: str
    state: State
    words: str
    until_ms: int | None
    until: str
    about: str
    tasks: tuple[Schedule.Task, ...]
    heads: tuple[str, ...]
    rows: tuple[RowView, ...]
    legend: tuple[str, ...]
    notes: tuple[str, ...]
    revealed: str = ""  # in a step of the resolver

    @property
    def pages(self) -> list[tuple[RowView, ...]]:
        """Return the rows as a projector shows them, one page after the other."""
        return [self.rows[at : at + PAGE] for at in range(0, len(self.rows), PAGE)] or [()]

    @property
    def size(self) -> str:
        """Return the classes that make rows as high, and columns as wide, as there is room."""
        fits = next((most for most in _SIZES if len(self.rows) <= most), PAGE)
        width = " narrow" if len(self.tasks) > _MANY else " few" if len(self.tasks) <= _FEW else ""
        return f"rows-{fits}{width}"

    def page_with(self, place: int) -> tuple[RowView, ...]:
        """Return the page that has the row at this place."""
        return self.pages[max(place, 0) // PAGE]

    @classmethod
    def of(cls, board: Scoreboard, team: str = "", problem: str = "", *, host: bool = False) -> Self:
        """Return what a page says; with a team and a problem, that this cell was revealed last. A `host` reads all of
        it, whatever others see."""
        schedule = board.schedule
        until_ms, until = _until(board)
        tasks = schedule.tasks if host or board.tells_problems else ()
        rows = tuple(_row(schedule, row, tasks, (team, problem)) for row in board.rows)
        shown = {sign for row in rows for cell in row.cells for sign in cell.words}
        return cls(
            name=schedule.name,
            state=_state(board),
            words=_state_words(board),
            until_ms=until_ms,
            until=until,
            about=_about(schedule) if tasks else counted(len(schedule.teams), "team"),
            tasks=tasks,
            heads=_HEADS[schedule.scoring] if tasks else (),
            rows=rows,
            legend=tuple(said[schedule.scoring] for sign, said in _SIGNS.items() if sign in shown),
            notes=tuple(_notes(board, host=host)) if host or board.as_of.jury else (),
            revealed=_revealed(board, team, problem),
        )


class ScoreboardReport(Report, frozen=True, eq=False):
    """A scoreboard with its heading, what the cells mean, and what is not on it."""

    board: Scoreboard

    def blocks(self) -> Iterator[Block]:
        view = ScoreboardView.of(self.board, host=True)
        yield from (heading(clean_line(view.name), view.about), para(view.words, _STATES[view.state]))
        yield from (para(), _table(view))
        yield from [para()] if view.legend else ()
        waits = [one for one in view.legend if one.startswith("?")]  # the longest has a line of its own
        for said in filter(None, ("   ".join(one for one in view.legend if one not in waits), *waits)):
            yield para(said, "soft")
        yield from map(warning, view.notes)

    def document(self) -> Part:
        """Return it as judge.contest/1."""
        made, schedule, now_ms = parts("judge.contest/1"), self.board.schedule, self.board.as_of.now_ms

        def row_of(row: Scoreboard.Row) -> Part:
            pairs = zip(schedule.tasks, row.cells, strict=True)
            return made["rows[]"].of(
                row, cells=[made["rows[].cells[]"].of(cell, label=task.label) for task, cell in pairs]
            )

        contest = made["contest"].of(
            schedule,
            start=stamp(schedule, schedule.start_ms),
            end=stamp(schedule, schedule.end_ms),
            freeze=None if schedule.freeze_ms is None else stamp(schedule, schedule.freeze_ms),
            problems=[
                made["contest.problems[]"].of(task, points=task.most)
                for task in schedule.tasks
                if self.board.tells_problems
            ],
        )
        return made[""].of(
            self.board,
            contest=contest,
            time=stamp(schedule, now_ms),
            contest_time=reltime(now_ms - schedule.start_ms),
            jury=self.board.as_of.jury,
            rows=list(map(row_of, self.board.rows)),
            unknown=[made["unknown[]"](owner=name, submissions=count) for name, count in self.board.unknown.items()],
            outdated=[made["outdated[]"](problem=name, verdicts=count) for name, count in self.board.outdated.items()],
        )

    def feed(self) -> str:
        """Return the event feed, for a resolver."""
        return event_feed(self.board)

    def feed_line(self, path: str) -> str:
        """Return one line: where the event feed is, and whether a resolver can take it."""
        said = f"{path}: the event feed"
        if self.board.phase != "final":
            return f"{said}; not final yet, and a resolver needs the final one:  --final"
        return said + ("; not final yet, as a submission waits for its verdict" if self.board.waiting else ", final")


def _table(view: ScoreboardView) -> Table:
    """Return it as a table, in which no team's row is folded."""
    heads = (
        Head("rank", "#", "right"),
        Head("team", "team", least=_LEAST_NAME),
        *(Head(head, head.lower(), "right") for head in view.heads),
        *(Head(task.problem, task.label, "right") for task in view.tasks),
    )
    return Table(heads, tuple(_cells(row, len(view.heads)) for row in view.rows))


def _cells(row: RowView, totals: int) -> Row:
    place = f" ({clean_line(row.affiliation, _NAME)})" if row.affiliation else ""
    return Row(
        (
            line(str(row.rank)),
            line(clean_line(row.name, _NAME), Span(place, "soft")),
            *(line(total) for total in row.totals[:totals]),
            *((Short(cell.words, _ROLES[cell.whole], (cell.short, cell.mark)),) for cell in row.cells),
        )
    )


def _until(board: Scoreboard) -> tuple[int | None, str]:
    schedule, now_ms = board.schedule, board.as_of.now_ms
    if now_ms < schedule.start_ms:
        return schedule.start_ms, "until the contest begins"
    return (schedule.end_ms, "until the contest ends") if now_ms < schedule.end_ms else (None, "")


def _row(schedule: Schedule, row: Scoreboard.Row, tasks: tuple[Schedule.Task, ...], fresh: tuple[str, str]) -> RowView:
    last = "" if row.last is None else str(row.last)
    score = schedule.scoring == "score"
    cells = tuple(
        _cell(schedule, cell, fresh=(row.team.id, task.problem) == fresh)
        for task, cell in zip(tasks, row.cells, strict=False)
    )
    totals = (number(row.points), last) if score else (str(row.solved), str(row.penalty))
    return RowView(row.rank, row.team.id, row.team.name, row.team.affiliation, totals, cells, row.team.id == fresh[0])


def _cell(schedule: Schedule, cell: Scoreboard.Cell, *, fresh: bool) -> CellView:
    earned = cell.solved or cell.points > 0
    below: Kind = "pending" if cell.pending else "wrong"
    whole: Kind = "first" if cell.first else "solved" if cell.solved else below
    kind: Kind = "solved" if earned and whole != "first" else whole
    if not (earned or cell.pending or cell.tries):
        kind = ""
    words, short, mark = _forms(cell, schedule)
    said = []
    if earned:
        what = f"{number(cell.points)} points" if schedule.scoring == "score" else f"solved, try {cell.tries}"
        said += [what, f"minute {cell.minute}"]
    elif cell.tries:
        said.append(counted(cell.tries, "wrong try"))
    said += ["first to solve it"] if cell.first else []
    said += [f"{cell.pending} pending"] if "?" in words else []
    return CellView(words, short, mark, ", ".join(said), kind, whole, fresh)


def _revealed(board: Scoreboard, team: str, problem: str) -> str:
    schedule = board.schedule
    for row in board.rows:
        for task, cell in zip(schedule.tasks, row.cells, strict=True):
            if (row.team.id, task.problem) == (team, problem):
                right = cell.solved or cell.points > 0
                return f"{row.team.name}: problem {task.label} is {'' if right else 'not '}solved. Rank {row.rank}."
    return ""


# --- words ------------------------------------------------------------------------------------------------------------
def _state(board: Scoreboard) -> State:
    """Return how far the contest is for who looks: `waiting` where its result is shown, but not every verdict is there;
    `jury` where the jury sees more than others."""
    if board.phase == "frozen":
        return "frozen"
    if board.phase == "final" and board.waiting:
        return "waiting"
    return "jury" if board.as_of.jury else board.phase


def _state_words(board: Scoreboard) -> str:
    """Return how far the contest is. Nothing in it grows old while the state stays the same."""
    schedule, freeze_ms, now_ms = board.schedule, board.schedule.freeze_ms, board.as_of.now_ms
    course = f"The contest {schedule.course(now_ms)}."
    hidden = f"Verdicts since {schedule.said(freeze_ms or 0)} are hidden"
    freezes = "" if freeze_ms is None else f" Verdicts are hidden from {schedule.said(freeze_ms)} on."
    return {
        "before": course,
        "running": f"{course}{freezes}",
        "frozen": f"{course} {hidden} until the result is shown."
        if now_ms >= schedule.end_ms
        else f"The scoreboard is frozen. {hidden}. {course}",
        "waiting": f"{course} This is not final: {counted(board.waiting, 'submission')} "
        f"{'waits' if board.waiting == 1 else 'wait'} for a verdict.",
        "jury": f"The jury's view: it shows what is hidden from others. {course}",
        "over": course,
        "final": f"The final result. {course}",
    }[_state(board)]


def _about(schedule: Schedule) -> str:
    """Return how many compete on how many problems, and by what the board is sorted."""
    rules = "by points" if schedule.scoring == "score" else f"{schedule.penalty} minutes for a wrong try"
    return f"{counted(len(schedule.teams), 'team')}, {counted(len(schedule.tasks), 'problem')}, {rules}"


def _notes(board: Scoreboard, *, host: bool) -> list[str]:
    """Return what the jury must know of the table; nothing of it is for the public. A host is at a terminal."""
    found = []
    if board.unknown:  # of very many the first
        names = [f"{clean_line(name, 40)} ({count})" for name, count in board.unknown.items()]
        said = listed(names, _MOST_NAMES)
        found.append(f"in no team, so not on the board, with how many submissions: {said}")
    if board.waiting:
        found.append(f"{counted(board.waiting, 'submission')} without a verdict: not judged yet, or the judge failed")
    for problem, count in board.outdated.items():
        verdicts = f"{counted(count, 'verdict')} on {problem}"
        again = f"judge regrade --problem {problem}" if host else "a regrade judges them again"
        found.append(f"{verdicts} from other cases or rules than now:  {again}")
    return found


def _forms(cell: Scoreboard.Cell, schedule: Schedule) -> tuple[str, str, str]:
    """Return all of a cell, the same without its time, and in one character: `*2/45`, `*2` and `*`; `-3 ?1`, `?1` and
    `?`; `30/45`, `30` and `+`."""
    star, tries = "*" * cell.first, f"-{cell.tries}" if cell.tries else ""
    waits = f"?{cell.pending}" if cell.pending else ""
    if schedule.scoring == "score" and cell.points:
        won = f"{star}{number(cell.points)}"
        return f"{won}/{cell.minute} {waits}".rstrip(), won, star or "+"
    if cell.solved:
        return f"{star}{cell.tries}/{cell.minute}", f"{star or '+'}{cell.tries}", star or "+"
    return f"{tries} {waits}".strip(), waits or tries, (waits or tries)[:1]
