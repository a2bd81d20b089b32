"""What a page says of a contest's scoreboard. Pure: only what is in the Scoreboard is said, nothing that it hides."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from judge.model.schedule import Schedule, Task
from judge.reports.contest_words import LEGENDS, PENDING, notes, rules, size, state_of, state_words, whole_cell
from judge.reports.units import number
from judge.scoring.standings import Cell, Row, Scoreboard
from judge.text import counted

PAGE: Final = 30  # teams that a projector shows at once
_SIZES: Final = (10, 15, 20, PAGE)
_MANY: Final = 12  # problems, from which on their columns are narrow
_HEADS: Final = {"score": ("Points", "Last"), "pass-fail": ("Solved", "Time")}
Kind = Literal["first", "solved", "pending", "wrong", ""]


class CellView(msgspec.Struct, frozen=True):
    """A cell: what it shows, and the same as a sentence, for who hears it."""

    words: str
    said: str
    kind: Kind
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
    """A scoreboard. Before the start it names teams alone. `until_ms` is what is being waited for, if anything
    is; `notes` are for the jury."""

    name: str
    state: str
    words: str
    until_ms: int | None
    until: str
    about: str
    tasks: tuple[Task, ...]
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
        return f"rows-{fits}{' narrow' if len(self.tasks) > _MANY else ''}"


def scoreboard_view(board: Scoreboard, team: str = "", problem: str = "") -> ScoreboardView:
    """Return what a page says; with a team and a problem, that this cell was revealed last."""
    schedule = board.schedule
    until_ms, until = _until(board)
    tasks = schedule.tasks if board.tells_problems else ()
    return ScoreboardView(
        name=schedule.name,
        state=state_of(board),
        words=state_words(board),
        until_ms=until_ms,
        until=until,
        about=f"{size(schedule)}, {rules(schedule)}" if tasks else counted(len(schedule.teams), "team"),
        tasks=tasks,
        heads=_HEADS[schedule.scoring] if tasks else (),
        rows=tuple(_row(schedule, row, tasks, (team, problem)) for row in board.rows),
        legend=(*LEGENDS[schedule.scoring].split("   "), PENDING),
        notes=tuple(notes(board)) if board.as_of.jury else (),
        revealed=_revealed(board, team, problem),
    )


def _until(board: Scoreboard) -> tuple[int | None, str]:
    schedule, now_ms = board.schedule, board.as_of.now_ms
    if now_ms < schedule.start_ms:
        return schedule.start_ms, "until the contest begins"
    return (schedule.end_ms, "until the contest ends") if now_ms < schedule.end_ms else (None, "")


def _row(schedule: Schedule, row: Row, tasks: tuple[Task, ...], fresh: tuple[str, str]) -> RowView:
    last = "" if row.last is None else str(row.last)
    score = schedule.scoring == "score"
    cells = tuple(
        _cell(schedule, cell, fresh=(row.team.id, task.problem) == fresh)
        for task, cell in zip(tasks, row.cells, strict=False)
    )
    totals = (number(row.points), last) if score else (str(row.solved), str(row.penalty))
    return RowView(row.rank, row.team.id, row.team.name, row.team.affiliation, totals, cells, row.team.id == fresh[0])


def _cell(schedule: Schedule, cell: Cell, *, fresh: bool) -> CellView:
    earned = cell.solved or cell.points > 0
    kind: Kind = "first" if cell.first else "solved" if earned else "pending" if cell.pending else "wrong"
    if not (earned or cell.pending or cell.tries):
        kind = ""
    words = whole_cell(cell, schedule)
    said = []
    if earned:
        what = f"{number(cell.points)} points" if schedule.scoring == "score" else f"solved, try {cell.tries}"
        said += [what, f"minute {cell.minute}"]
    elif cell.tries:
        said.append(counted(cell.tries, "wrong try"))
    said += ["first to solve it"] if cell.first else []
    said += [f"{cell.pending} pending"] if "?" in words else []
    return CellView(words, ", ".join(said), kind, fresh)


def _revealed(board: Scoreboard, team: str, problem: str) -> str:
    schedule = board.schedule
    for row in board.rows:
        for task, cell in zip(schedule.tasks, row.cells, strict=True):
            if (row.team.id, task.problem) == (team, problem):
                right = cell.solved or cell.points > 0
                return f"{row.team.name}: problem {task.label} is {'' if right else 'not '}solved. Rank {row.rank}."
    return ""
