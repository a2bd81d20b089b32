"""The words of a contest's scoreboard, the same on the terminal and on the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from judge.model.schedule import Schedule
from judge.reports.sanitize import clean_line
from judge.reports.units import number
from judge.scoring.standings import Cell, Scoreboard
from judge.text import counted, listed

_MOST_NAMES: Final = 12
State = Literal["before", "running", "frozen", "waiting", "jury", "over", "final"]
LEGENDS: Final = {
    "pass-fail": "2/45: second try, minute 45   *: first to solve it   -3: three wrong tries",
    "score": "30/45: points, and the minute that gave them   *: first to solve all of it",
}
PENDING: Final = "?1: one try is hidden, or not judged yet"


def state_of(board: Scoreboard) -> State:
    """Return how far the contest is for who looks: `waiting` where its result is shown, but not every verdict is there;
    `jury` where the jury sees more than others."""
    if board.phase == "frozen":
        return "frozen"
    if board.phase == "final" and board.waiting:
        return "waiting"
    return "jury" if board.as_of.jury else board.phase


def state_words(board: Scoreboard) -> str:
    """Return how far the contest is. Nothing in it grows old while the state stays the same."""
    schedule = board.schedule
    freeze_ms, end = schedule.freeze_ms, schedule.said(schedule.end_ms)
    over = board.as_of.now_ms >= schedule.end_ms
    hidden = f"Verdicts since {schedule.said(freeze_ms or 0)} are hidden"
    freezes = "" if freeze_ms is None else f" Verdicts are hidden from {schedule.said(freeze_ms)} on."
    return {
        "before": f"The contest begins on {schedule.said(schedule.start_ms)}.",
        "running": f"The contest runs until {end}.{freezes}",
        "frozen": f"The contest is over since {end}. {hidden} until the result is shown."
        if over
        else f"The scoreboard is frozen. {hidden}. The contest runs until {end}.",
        "waiting": f"The contest is over since {end}. This is not final: {counted(board.waiting, 'submission')} "
        f"{'waits' if board.waiting == 1 else 'wait'} for a verdict.",
        "jury": f"The jury's view: it shows what is hidden from others. The contest {_course(board)}.",
        "over": f"The contest is over since {end}.",
        "final": f"The final result. The contest is over since {end}.",
    }[state_of(board)]


def _course(board: Scoreboard) -> str:
    schedule = board.schedule
    if board.phase == "before":
        return f"begins on {schedule.said(schedule.start_ms)}"
    return f"{'is over since' if board.phase == 'over' else 'runs until'} {schedule.said(schedule.end_ms)}"


def rules(schedule: Schedule) -> str:
    """Return by what the board is sorted."""
    return "by points" if schedule.scoring == "score" else f"{schedule.penalty} minutes for a wrong try"


def size(schedule: Schedule) -> str:
    """Return how many compete on how many problems."""
    return f"{counted(len(schedule.teams), 'team')}, {counted(len(schedule.tasks), 'problem')}"


def notes(board: Scoreboard) -> list[str]:
    """Return what the jury must know of the table; nothing of it is for the public."""
    found = []
    if board.unknown:
        found.append(f"in no team, so not on the board, with how many submissions: {_named(board.unknown)}")
    if board.waiting:
        found.append(f"{counted(board.waiting, 'submission')} without a verdict: not judged yet, or the judge failed")
    for problem, count in board.outdated.items():
        verdicts = f"{counted(count, 'verdict')} on {problem}"
        found.append(f"{verdicts} from other cases or rules than now:  judge regrade --problem {problem}")
    return found


def _named(unknown: Mapping[str, int]) -> str:
    """Return who they are; of very many the first."""
    names = [f"{clean_line(name, 40)} ({count})" for name, count in unknown.items()]
    return listed(names, _MOST_NAMES)


def whole_cell(cell: Cell, schedule: Schedule) -> str:
    """Return all of a cell: `*2/45`, `-3 ?1`, `30/45`."""
    waits = f"?{cell.pending}" if cell.pending and not (cell.solved and schedule.scoring == "pass-fail") else ""
    star = "*" * cell.first
    if schedule.scoring == "score" and cell.points:
        return " ".join(filter(None, (f"{star}{number(cell.points)}/{cell.minute}", waits)))
    if cell.solved:
        return f"{star}{cell.tries}/{cell.minute}"
    return " ".join(filter(None, (f"-{cell.tries}" if cell.tries else "", waits)))
