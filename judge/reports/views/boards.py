"""The leaderboards of all that was submitted; and what a student is told of a submission, with the own place on one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from judge.model import Host, Judgement, RunRecord
from judge.reports.blocks import Block, Letters, Para, Report, para
from judge.reports.lines import Line, line
from judge.reports.measuring_words import measuring_lines
from judge.reports.reader import Reader, cut, told
from judge.reports.verdict_words import QUIETER, Kind, solved_cases
from judge.reports.views.faults import diagnosed
from judge.reports.views.leaderboard import notes, points_words, problem_of
from judge.reports.views.rank import rank_lines
from judge.reports.views.run import disturbed, ranking
from judge.schemas import Part, parts
from judge.scoring import Leaderboard, OwnRank, boards
from judge.store import rank_json, run_json
from judge.text import seconds, zone_name


class BoardsReport(Report, frozen=True, eq=False):
    """All leaderboards, the own row with an arrow, below each what could not be put on it; up to when they count, and
    what was measured for them."""

    boards: Sequence[Leaderboard]
    freeze: datetime | None = None
    measuring: RunRecord.Measuring = RunRecord.Measuring()

    def blocks(self) -> Iterator[Block]:
        if self.freeze:
            yield para(f"as it stood on {self.freeze:%Y-%m-%d %H:%M:%S} {zone_name(self.freeze)}", "strong")
        if not self.boards:
            yield para("nobody has submitted anything yet; the first one is  judge submit FILE")
        for at, board in enumerate(self.boards):
            if at or self.freeze:
                yield para()
            if standings := [row.standing for row in board.rows]:
                names = [f"{'> ' if row.own else ''}{row.shown}" for row in board.rows]
                yield from ranking(problem_of(board), standings, board.ground.clock, names=names)
            yield from (para(note, "warn") for note in notes(board))
        yield from measuring_lines(self.measuring)

    def document(self) -> Part:
        """Return it as judge.board/1."""
        made = parts("judge.board/1")

        def row_of(row: Leaderboard.Row) -> Part:
            standing, judgement = row.standing, row.standing.judgement
            par2_s, rank = None if standing.rank is None else standing.par2_s, rank_json(standing)
            return made["boards[].rows[]"].of(standing, judgement, row, name=row.shown, par2_s=par2_s, **rank)

        rows = [
            made["boards[]"].of(
                board,
                board.ground,
                problem=board.problem.name,
                rows=list(map(row_of, board.rows)),
                disturbance=Judgement.Disturbance.of(row.standing.judgement for row in board.rows),
            )
            for board in self.boards
        ]
        return made[""].of(self.measuring, frozen_at=self.freeze and self.freeze.isoformat(), boards=rows)


class OwnResult(Report, frozen=True, eq=False):
    """What a student sees of a submission: boards of samples and of groups with visibility = "full", of every other
    case the verdict, the time and one sentence; then the own rank. `ground` is what the leaderboard is about, where
    that is not what one was judged on; `quieter` says what helps against the work of others."""

    judgement: Judgement
    place: OwnRank | None
    ground: Leaderboard.Ground | None = None
    quieter: str = f"{QUIETER}, and  --again"

    def blocks(self) -> Iterator[Block]:
        reader = Reader("student")
        shown = told(self.judgement, reader)
        yield from (para(), Letters((shown,)))
        yield from diagnosed(shown, reader)
        yield para()
        yield from disturbed([shown], self.quieter)
        yield from map(Para, (_handed_in(shown), *rank_lines(self.judgement, self.place, self.ground)))

    def document(self, host: Host, seed: str = "") -> Part:
        """Return it as judge.run/1: of a case that is not shown whole neither the board nor what is right. `seed` is
        that of the sequence of hidden cases."""
        place, failed = self.place, bool(self.judgement.faults)
        [[row]] = boards([cut(self.judgement, "student")], ranked=False)
        if place and not failed:
            row = msgspec.structs.replace(row, rank=place.rank, tied=place.tied)
        here = place and not failed and place.score.sha256 == self.judgement.submission.sha256
        made, solved = parts("judge.run/1")["place"], place.score.solved if place else 0
        held = made.of(place, here=here, solved=solved, ground=self.ground) if place else None
        return run_json(RunRecord.of([[row]], host, RunRecord.Measuring(seed=seed)), place=held)


def _handed_in(made: Judgement) -> Line:
    """Return `WA  3 of 4 cases, 25 of 50 points, 1.2 s of CPU in all`."""
    cases, spent = (
        f"{solved_cases(made)} of {len(made.problem.cases)} cases",
        seconds(sum(run.cpu_s for run in made.runs)),
    )
    points = "no points yet, as the judge itself failed: the same command judges it again"
    if made.points is not None:
        points = points_words(made.points, made.problem.most_points)
    return line(Kind(made.verdict), f"  {cases}, {points}, {spent} of CPU in all")
