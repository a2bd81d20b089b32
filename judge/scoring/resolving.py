"""The end of a contest as the ICPC's resolver shows it: what was hidden since the freeze is revealed from the bottom of
the board, team by team, and of each team problem by problem; who rises by it is looked at again later. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from judge.model.schedule import AsOf, Schedule, Try
from judge.scoring.standings import Row, Scoreboard, seen, standings


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
        self._schedule, self._now_ms = schedule, now_ms
        self._hidden = seen(schedule, everything, AsOf(now_ms))
        self._shown = seen(schedule, everything, AsOf(now_ms, final=True))
        pairs = zip(self._hidden, self._shown, strict=True)
        self._changing = frozenset((one.team, one.problem) for one, shown in pairs if one != shown)
        self._steps = self._all_steps()

    @property
    def last(self) -> int:
        """Return the number of the last step; the first one is 0."""
        return len(self._steps)

    def at(self, step: int) -> Resolved:
        """Return the board after so many steps; after all where there are fewer."""
        step = max(0, min(step, self.last))
        tries = self._tries(self._steps[:step])
        as_of = AsOf(self._now_ms, final=step == self.last)
        board = Scoreboard(self._schedule, as_of, tuple(tries), tuple(standings(self._schedule, tries)), {})
        return Resolved(board, *(self._steps[step - 1] if step else ()))

    def _all_steps(self) -> list[tuple[str, str]]:
        """Return what is revealed one after the other, as team and problem."""
        steps: list[tuple[str, str]] = []
        rows = standings(self._schedule, self._hidden)
        place = len(rows) - 1
        while place >= 0:
            problem = self._next(rows[place], steps)
            if problem:
                steps.append((rows[place].team.id, problem))
                rows = standings(self._schedule, self._tries(steps))
            else:
                place -= 1
        return steps

    def _next(self, row: Row, steps: Sequence[tuple[str, str]]) -> str:
        """Return the team's first problem that hides something; "" where none does any more."""
        for task, cell in zip(self._schedule.tasks, row.cells, strict=True):
            where = row.team.id, task.problem
            if cell.pending and where in self._changing and where not in steps:
                return task.problem
        return ""

    def _tries(self, steps: Sequence[tuple[str, str]]) -> list[Try]:
        revealed = frozenset(steps)
        pairs = zip(self._hidden, self._shown, strict=True)
        return [shown if (shown.team, shown.problem) in revealed else hidden for hidden, shown in pairs]
