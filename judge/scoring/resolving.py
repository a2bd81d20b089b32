"""The end of a contest as the ICPC's resolver shows it: what was hidden since the freeze is revealed from the bottom of
the board, team by team, and of each team problem by problem; who rises by it is looked at again later. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from judge.model.schedule import AsOf, Schedule, Try
from judge.scoring.standings import Cell, Row, Scoreboard, scoreboard, standings


class Resolved(msgspec.Struct, frozen=True):
    """A board on the way: what was revealed last, by team and problem; both are "" at first."""

    board: Scoreboard
    team: str = ""
    problem: str = ""


class Resolver:
    """All steps of a contest that is over: the first shows what the public sees, the last one everything that has a
    verdict."""

    def __init__(self, schedule: Schedule, tries: Iterable[Try], now_ms: int) -> None:
        everything = list(tries)
        self._public = scoreboard(schedule, everything, AsOf(now_ms), {})
        self._final = scoreboard(schedule, everything, AsOf(now_ms, final=True), {})
        self._pairs = list(zip(self._public.tries, self._final.tries, strict=True))
        before, after = _cells(self._public), _cells(self._final)
        self._changing = {where for where, cell in before.items() if cell != after[where]}
        self._steps = self._all_steps()

    @property
    def last(self) -> int:
        """Return the number of the last step; the first one is 0."""
        return len(self._steps)

    def at(self, step: int) -> Resolved:
        """Return the board after so many steps; after all where there are fewer."""
        step = max(0, min(step, self.last))
        board = self._final if step == self.last else self._board(self._steps[:step])
        return Resolved(board, *(self._steps[step - 1] if step else ()))

    def _all_steps(self) -> list[tuple[str, str]]:
        """Return what is revealed one after the other, as team and problem."""
        steps: list[tuple[str, str]] = []
        rows = self._public.rows
        place = len(rows) - 1
        while place >= 0:
            problem = self._next(rows[place], steps)
            if problem:
                steps.append((rows[place].team.id, problem))
                rows = self._board(steps).rows
            else:
                place -= 1
        return steps

    def _next(self, row: Row, steps: Sequence[tuple[str, str]]) -> str:
        """Return the team's first problem that hides something; "" where none does any more."""
        places = ((row.team.id, task.problem) for task in self._public.schedule.tasks)
        return next((where[1] for where in places if where in self._changing and where not in steps), "")

    def _board(self, steps: Sequence[tuple[str, str]]) -> Scoreboard:
        schedule = self._public.schedule
        tries = tuple(shown if (shown.team, shown.problem) in steps else hidden for hidden, shown in self._pairs)
        return msgspec.structs.replace(self._public, tries=tries, rows=tuple(standings(schedule, tries)))


def _cells(board: Scoreboard) -> dict[tuple[str, str], Cell]:
    """Return the cells by team and problem."""
    problems = [task.problem for task in board.schedule.tasks]
    return {(row.team.id, at): cell for row in board.rows for at, cell in zip(problems, row.cells, strict=True)}
