"""The leaderboards of a contest, each made and printed as soon as its problem is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from judge.model import Finished

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.judging.contest import Contest
    from judge.model import Entry, Event, Standing
    from judge.reports.terminal.closing import Stopped
    from judge.reports.terminal.console import PlainConsole
    from judge.reports.terminal.contest import View


class Boards:
    """Takes the events of a contest; `made` holds the standings of each problem that somebody was judged on."""

    def __init__(self, contest: Contest, view: View, console: PlainConsole) -> None:
        self.made: list[list[Standing]] = []
        self._contest, self._view, self._console = contest, view, console
        self._over = 0

    def event(self, event: Event) -> bool:
        """Take an event; say whether a leaderboard was printed."""
        if not isinstance(event, Finished):
            return False
        self._over += 1
        return self._print(self._contest.entries[self._over - 1 : self._over])

    def end(self, stopped: Stopped | None) -> None:
        """Print what there is of the problem in which the contest was stopped, if it was, and the last lines."""
        from judge.reports.terminal.closing import closing

        if stopped:
            rest = self._contest.entries[self._over :]
            unjudged = tuple(one.problem.name for one in rest if not self._contest.judged(one))
            stopped = msgspec.structs.replace(stopped, unjudged=unjudged)
            self._view = msgspec.structs.replace(self._view, stopped=stopped)
            self._print(rest)
        self._console.print(closing(self.made, self._view.ranked, stopped))

    def _print(self, entries: Sequence[Entry]) -> bool:
        from judge.reports.terminal.contest import board_report
        from judge.scoring.ranking import standings

        made = [rows for entry in entries if (rows := self._contest.judged(entry))]
        for rows in made:
            self.made.append(standings(rows, self._view.clock, self._contest.noise))
            self._console.print(board_report(self.made[-1], self._view))
        return bool(made)
