"""The scoreboard of a contest by the rules of the ICPC, or by points. Pure.

Solved problems decide, then penalty time, then who solved the last one earlier. A problem costs the minute in which it
was solved, and `penalty` minutes for each wrong try before. By points, the best try of each problem counts, then who
improved last earlier. Minutes are rounded down. Who is level shares the rank, and the next ranks stay empty.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from judge.model import Schedule, Verdict
from judge.text import alphabetic

Phase = Literal["before", "running", "frozen", "over", "final"]


class Scoreboard(msgspec.Struct, frozen=True):
    """A contest as somebody sees it at a time: the tries with the verdicts that are not hidden, the rows, and who
    submitted but is in no team."""

    class AsOf(msgspec.Struct, frozen=True):
        """When, and with which rights, somebody looks at a contest. The `jury` sees what is hidden; `final` shows it to
        everybody, after the end."""

        now_ms: int
        jury: bool = False
        final: bool = False

        def phase(self, schedule: Schedule) -> Phase:
            """Return how far the contest is for who looks."""
            if self.now_ms < schedule.start_ms:
                return "before"
            if self.final:
                return "final"
            if not self.jury and schedule.freeze_ms is not None and self.now_ms >= schedule.freeze_ms:
                return "frozen"
            return "running" if self.now_ms < schedule.end_ms else "over"

        def hides(self, schedule: Schedule, at_ms: int) -> bool:
            """Say whether the verdict on what was submitted then is hidden."""
            frozen = self.phase(schedule) == "frozen"
            return frozen and schedule.freeze_ms is not None and at_ms >= schedule.freeze_ms

    class Row(msgspec.Struct, frozen=True):
        """One team with its rank; teams of one rank are level."""

        rank: int
        team: Schedule.Team
        cells: tuple[Scoreboard.Cell, ...]  # in the order of the problems
        solved: int
        penalty: int  # minutes
        points: float
        last: int | None  # the minute of the last improvement

    class Cell(msgspec.Struct, frozen=True):
        """One team on one problem: its tries that count, up to the first right one, and those that wait."""

        tries: int = 0
        pending: int = 0
        solved: bool = False
        points: float = 0.0
        minute: int | None = None  # when it was solved, or its points were improved last
        first: bool = False  # nobody solved it earlier, and nobody can have

    schedule: Schedule
    as_of: Scoreboard.AsOf
    tries: tuple[Schedule.Try, ...]
    rows: tuple[Scoreboard.Row, ...]
    unknown: dict[str, int]  # how many submissions, by owner

    @classmethod
    def of(
        cls, schedule: Schedule, tries: Iterable[Schedule.Try], as_of: Scoreboard.AsOf, unknown: Mapping[str, int]
    ) -> Scoreboard:
        """Return what somebody sees of a contest."""
        visible = seen(schedule, tries, as_of)
        return cls(schedule, as_of, tuple(visible), tuple(standings(schedule, visible)), dict(unknown))

    @property
    def phase(self) -> Phase:
        return self.as_of.phase(self.schedule)

    @property
    def tells_problems(self) -> bool:
        """Say whether one may know which problems there are: before the start the jury alone does."""
        return self.as_of.jury or self.phase != "before"

    @property
    def waiting(self) -> int:
        """Return how many tries nobody has a verdict on, though nothing is hidden."""
        hides = self.as_of.hides
        return sum(one.verdict is None and not hides(self.schedule, one.at_ms) for one in self.tries)

    @property
    def outdated(self) -> dict[str, int]:
        """Return how many verdicts come from other cases or rules than the package has now, by problem."""
        digests = {task.problem: task.digest for task in self.schedule.tasks}
        old = Counter(one.problem for one in self.tries if one.verdict and one.package != digests[one.problem])
        return {task.problem: old[task.problem] for task in self.schedule.tasks if old[task.problem]}


def seen(schedule: Schedule, tries: Iterable[Schedule.Try], as_of: Scoreboard.AsOf) -> list[Schedule.Try]:
    """Return the tries of teams during the contest that there are by now, in order of time; without the verdicts that
    are hidden, or were not there yet."""
    problems = {task.problem for task in schedule.tasks}
    teams = {team.id for team in schedule.teams}
    own = (one for one in tries if one.problem in problems and one.team in teams)
    found = [_as_seen(schedule, one, as_of) for one in own if schedule.holds(one.at_ms) and one.at_ms <= as_of.now_ms]
    return sorted(found, key=lambda one: (one.at_ms, one.id))


def standings(schedule: Schedule, tries: Sequence[Schedule.Try]) -> list[Scoreboard.Row]:
    """Return the rows of all teams, the best first, level ones by name. The tries are those that are `seen`."""
    by_cell: dict[tuple[str, str], list[Schedule.Try]] = defaultdict(list)
    for one in tries:
        by_cell[one.team, one.problem].append(one)
    firsts = {task.problem: _first_ms(one for one in tries if one.problem == task.problem) for task in schedule.tasks}
    rows = [_row(schedule, team, by_cell, firsts) for team in schedule.teams]
    ordered = sorted(rows, key=lambda row: (_key(schedule, row), alphabetic(row.team.name), row.team.id))
    ranks: dict[tuple[float, ...], int] = {}
    for place, row in enumerate(ordered, 1):
        ranks.setdefault(_key(schedule, row), place)
    return [msgspec.structs.replace(row, rank=ranks[_key(schedule, row)]) for row in ordered]


def _as_seen(schedule: Schedule, one: Schedule.Try, as_of: Scoreboard.AsOf) -> Schedule.Try:
    if as_of.hides(schedule, one.at_ms) or one.judged_ms > as_of.now_ms or one.verdict is Verdict.JE:
        return msgspec.structs.replace(one, verdict=None, points=0.0)
    return one


def _first_ms(tries: Iterable[Schedule.Try]) -> int | None:
    """Return when a problem was solved first; None where nobody did, or an earlier try waits."""
    decisive = (one for one in tries if one.verdict in (None, Verdict.AC))
    found = next(decisive, None)
    return found.at_ms if found and found.verdict else None


def _row(
    schedule: Schedule,
    team: Schedule.Team,
    by_cell: Mapping[tuple[str, str], list[Schedule.Try]],
    firsts: Mapping[str, int | None],
) -> Scoreboard.Row:
    cells = tuple(
        _cell(schedule, by_cell.get((team.id, task.problem), ()), task.most, firsts[task.problem])
        for task in schedule.tasks
    )
    solved = [cell for cell in cells if cell.solved]
    minutes = [cell.minute for cell in cells if cell.minute is not None]
    penalty = sum((cell.minute or 0) + schedule.penalty * (cell.tries - 1) for cell in solved)
    points = round(sum(cell.points for cell in cells), 6)
    return Scoreboard.Row(0, team, cells, len(solved), penalty, points, max(minutes, default=None))


def _cell(schedule: Schedule, tries: Sequence[Schedule.Try], most: float, first_ms: int | None) -> Scoreboard.Cell:
    """Return what a team has on a problem: the first right try, or the best points. What comes once nothing can be
    better changes nothing."""
    by_points, found = schedule.scoring == "score", Scoreboard.Cell()
    for one in tries:
        right = one.verdict is Verdict.AC
        counted = one.verdict is not None and (right or schedule.counts(one.verdict))
        better = one.verdict is not None and one.points > found.points if by_points else right
        found = Scoreboard.Cell(
            tries=found.tries + counted,
            pending=found.pending + (one.verdict is None),
            solved=found.solved or right,
            points=one.points if better else found.points,
            minute=schedule.minute(one.at_ms) if better else found.minute,
            first=found.first or (right and one.at_ms == first_ms),
        )
        if right and (not by_points or found.points >= most):
            break
    return found


def _key(schedule: Schedule, row: Scoreboard.Row) -> tuple[float, ...]:
    last = row.last or 0  # without one there are no points: all who have none are level
    if schedule.scoring == "score":
        return (-row.points, last)
    return (-row.solved, row.penalty, last)


class Resolved(msgspec.Struct, frozen=True):
    """A board on the way: what was revealed last, by team and problem; both are "" at first."""

    board: Scoreboard
    team: str = ""
    problem: str = ""


class Resolver:
    """All steps of the end of a contest as the ICPC's resolver shows it: what was hidden since the freeze is revealed
    from the bottom of the board, team by team, and of each team problem by problem; who rises by it is looked at again
    later. The first step shows what the public sees, the last one everything that has a verdict."""

    def __init__(self, schedule: Schedule, tries: Iterable[Schedule.Try], now_ms: int) -> None:
        everything = list(tries)
        self._public = Scoreboard.of(schedule, everything, Scoreboard.AsOf(now_ms), {})
        self._final = Scoreboard.of(schedule, everything, Scoreboard.AsOf(now_ms, final=True), {})
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

    def _next(self, row: Scoreboard.Row, steps: Sequence[tuple[str, str]]) -> str:
        """Return the team's first problem that hides something; "" where none does any more."""
        places = ((row.team.id, task.problem) for task in self._public.schedule.tasks)
        return next((where[1] for where in places if where in self._changing and where not in steps), "")

    def _board(self, steps: Sequence[tuple[str, str]]) -> Scoreboard:
        schedule = self._public.schedule
        tries = tuple(shown if (shown.team, shown.problem) in steps else hidden for hidden, shown in self._pairs)
        return msgspec.structs.replace(self._public, tries=tries, rows=tuple(standings(schedule, tries)))


def _cells(board: Scoreboard) -> dict[tuple[str, str], Scoreboard.Cell]:
    """Return the cells by team and problem."""
    problems = [task.problem for task in board.schedule.tasks]
    return {(row.team.id, at): cell for row in board.rows for at, cell in zip(problems, row.cells, strict=True)}
