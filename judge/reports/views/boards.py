"""The leaderboards of all that was submitted; and what a student is told of a submission, with the own place on one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from judge.model import Host, Judgement, RunRecord
from judge.reports.blocks import Block, Letters, Para, Report, para
from judge.reports.documents import boards_document, own_document
from judge.reports.reader import Reader, told
from judge.reports.verdict_words import QUIETER
from judge.reports.views.leaderboard import notes, problem_of
from judge.reports.views.rank import rank_lines
from judge.reports.views.run import disturbed, measuring_lines, ranking
from judge.reports.views.submission import diagnosed, handed_in
from judge.schemas import Part
from judge.scoring import Leaderboard, OwnRank


class BoardsReport(Report, frozen=True, eq=False):
    """All leaderboards, the own row with an arrow, below each what could not be put on it; up to when they count, and
    what was measured for them."""

    boards: Sequence[Leaderboard]
    freeze: datetime | None = None
    measuring: RunRecord.Measuring = RunRecord.Measuring()

    def blocks(self) -> Iterator[Block]:
        if self.freeze:
            yield para(f"as it stood on {self.freeze:%Y-%m-%d %H:%M:%S} (UTC{self.freeze:%z})", "strong")
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
        return boards_document(self.boards, self.freeze, self.measuring)


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
        yield from map(Para, (handed_in(shown), *rank_lines(self.judgement, self.place, self.ground)))

    def document(self, host: Host, seed: str = "") -> Part:
        """Return it as judge.run/1; `seed` is that of the sequence of hidden cases."""
        return own_document(self.judgement, host, self.place, self.ground, seed)
