"""The leaderboard of all that was submitted, and one's own place on it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from judge.model import Host, Judgement, RunRecord
from judge.reports.documents import boards_document
from judge.reports.reader import Reader, cut, told
from judge.reports.terminal.contest import disturbed
from judge.reports.terminal.diagnostic import diagnostics
from judge.reports.terminal.letters import letters
from judge.reports.terminal.ranking import leaderboard, line_text, measuring_lines
from judge.reports.verdict_words import QUIETER
from judge.reports.views.leaderboard import notes, problem_of
from judge.reports.views.rank import rank_lines
from judge.reports.views.submission import handed_in
from judge.schemas import Part, parts
from judge.scoring import Leaderboard, OwnRank, boards
from judge.store import run_json


class BoardsReport(msgspec.Struct, frozen=True, eq=False):
    """All leaderboards below one another, up to when they count, and what was measured for them: to print, and as
    JSON."""

    boards: Sequence[Leaderboard]
    freeze: datetime | None = None
    measuring: RunRecord.Measuring = RunRecord.Measuring()

    def __rich__(self) -> Group:
        parts: list[RenderableType] = []
        if self.freeze:
            parts.append(Text(f"as it stood on {self.freeze:%Y-%m-%d %H:%M:%S} (UTC{self.freeze:%z})", "bold"))
        if not self.boards:
            parts.append(Text("nobody has submitted anything yet; the first one is  judge submit FILE"))
        for board in self.boards:
            parts += [Text()] * bool(parts) + [_board_lines(board)]
        return Group(*parts, measuring_lines(self.measuring))

    def document(self) -> Part:
        """Return it as judge.board/1."""
        return boards_document(self.boards, self.freeze, self.measuring)


def _board_lines(board: Leaderboard) -> Group:
    """Return one leaderboard, the own row with an arrow; below that of all cases what could not be put on it."""
    standings = [row.standing for row in board.rows]
    names = [f"{'> ' if row.own else ''}{row.shown}" for row in board.rows]
    shown = [leaderboard(problem_of(board), standings, board.ground.clock, names=names)] if standings else []
    return Group(*shown, *(Text(line, "yellow") for line in notes(board)))


class OwnResult(msgspec.Struct, frozen=True, eq=False):
    """What a student sees of a submission, with the own rank: to print, and as JSON. `ground` is what the leaderboard
    is about, where that is not what one was judged on; `quieter` says what helps against the work of others."""

    judgement: Judgement
    place: OwnRank | None
    ground: Leaderboard.Ground | None = None
    quieter: str = f"{QUIETER}, and  --again"

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        yield submitted(self.judgement, options.max_width, self.quieter)
        yield from map(line_text, rank_lines(self.judgement, self.place, self.ground))

    def document(self, host: Host, seed: str = "") -> Part:
        """Return it as judge.run/1; `seed` is that of the sequence of hidden cases."""
        return own_run_json(self.judgement, host, self.place, self.ground, seed)


def submitted(judgement: Judgement, width: int, quieter: str) -> Group:
    """Return boards of samples and of groups with visibility = "full", of every other case the verdict, the time and
    one sentence."""
    reader = Reader("student")
    shown = told(judgement, reader)
    parts = [Text(), letters(shown, width), *diagnostics(shown, width, reader), Text(), *disturbed([shown], quieter)]
    return Group(*parts, line_text(handed_in(shown)))


# --- one's own result as JSON -----------------------------------------------------------------------------------------
def own_run_json(
    judgement: Judgement, host: Host, place: OwnRank | None, shown: Leaderboard.Ground | None = None, seed: str = ""
) -> Part:
    """Return a judgement as judge.run/1: of a case that is not shown whole neither the board nor what is right. `seed`
    is that of the sequence of hidden cases; `shown` is the ground of the leaderboard, where that is another one than
    this submission was judged on."""
    [[row]] = boards([cut(judgement, "student")], ranked=False)
    if place and not judgement.faults:
        row = msgspec.structs.replace(row, rank=place.rank, tied=place.tied)
    here = place and not judgement.faults and place.score.sha256 == judgement.submission.sha256
    held = parts("judge.run/1")["place"].of(place, here=here, ground=shown) if place else None
    return run_json(RunRecord.of([[row]], host, RunRecord.Measuring(seed=seed)), place=held)
