"""The leaderboards of all that was submitted, also as a run for everybody; and what a student is told of a submission,
with the own place on one."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from judge.errors import JudgeError
from judge.model import Host, Judgement, RunRecord, Standing
from judge.reports.blocks import Block, Letters, Para, Report, para
from judge.reports.lines import Line, Span, line, plain
from judge.reports.measuring_words import class_words, measuring_lines
from judge.reports.reader import Reader, cut, told
from judge.reports.verdict_words import QUIETER, Kind, solved_cases
from judge.reports.views.faults import diagnosed
from judge.reports.views.leaderboard import notes, points_words, problem_of, score_figure
from judge.reports.views.run import disturbed, ranking
from judge.schemas import Part, parts
from judge.scoring import Leaderboard, OwnRank, boards
from judge.store import rank_json, run_json
from judge.text import counted, seconds, zone_name


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

    def published(self) -> RunRecord:
        """Return it as a run for pages that everybody may read, each row with the name and the numbers that it shows.

        Nothing else of a submission is in it: no path, no source, no word of its own. Of a case that is not shown whole
        there is neither the board nor an answer. JudgeError E465 where two of them rank by different clocks.
        """
        filled = [board for board in self.boards if board.rows]
        grounds = [board.ground for board in filled]
        if len({ground.clock for ground in grounds}) > 1:
            message = "some of these leaderboards rank by CPU time, others by wall time"
            raise JudgeError("E465", message, help="name one problem:  judge board NAME --html DIR")
        made_s = self.freeze.timestamp() if self.freeze else time.time()
        standings = tuple(tuple(_published(row, board) for row in board.rows) for board in filled)
        clock = grounds[0].clock if grounds else "cpu"
        return RunRecord(standings, _host(grounds), clock, self.measuring, made_s=made_s)


def _host(grounds: Sequence[Leaderboard.Ground]) -> Host:
    """Return what is known of the hosts together."""
    classes = dict.fromkeys(ground.host_class for ground in grounds if ground.host_class)
    sandbox = "" if all(ground.boxed for ground in grounds) else "plain"
    clock = "cgroup" if all(ground.clock == "cpu" for ground in grounds) else "process"
    machine = Host.Machine("; ".join(classes)) if classes else None
    return Host(sandbox, (), (), clock, system="", python="", numba="", cores=0, machine=machine)


def _published(row: Leaderboard.Row, board: Leaderboard) -> Standing:
    judgement = row.standing.judgement
    named = msgspec.structs.replace(judgement, submission=msgspec.structs.replace(judgement.submission, name=row.shown))
    shown = cut(named, "public")
    problem = problem_of(msgspec.structs.replace(board, problem=shown.problem))  # of its algorithm the cases alone
    shown = msgspec.structs.replace(shown, problem=problem)
    return msgspec.structs.replace(row.standing, judgement=shown)


# --- the own result ---------------------------------------------------------------------------------------------------
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


# --- the own rank, and how far it is to the row above -----------------------------------------------------------------
def rank_words(judgement: Judgement, place: OwnRank | None, ground: Leaderboard.Ground | None) -> list[str]:
    """Return the words of `rank_lines`."""
    return [plain(one) for one in rank_lines(judgement, place, ground)]


def rank_lines(judgement: Judgement, place: OwnRank | None, ground: Leaderboard.Ground | None) -> Iterator[Line]:
    """Yield the own rank and the distance to the row above; another submission of one's own may hold it. Without a
    place of what was judged the leaderboard is frozen. `ground` is what the leaderboard is about, where that is not
    what one was judged on."""
    if place is None:
        failed = "not ranked: the judge failed on it"
        yield line(Span(failed if judgement.faults else "no rank is shown while the leaderboard is frozen", "warn"))
        return
    held = ""
    if judgement.faults:
        held = " (with an earlier result of yours, as the judge failed on this one)"
    elif place.score.sha256 != judgement.submission.sha256:
        held = f" (with an earlier submission of yours{', which did better' if place.score.solved else ''})"
    yield (
        Span(f"rank {place.rank} of {place.count}", "strong"),
        Span(f" (tied: {_why_tied(place)})" if place.tied else ""),
        Span(f": {_distance(place)} {place.above}" if place.above else ""),
        Span(held, "soft"),
    )
    if ground:
        clock = "CPU" if ground.clock == "cpu" else "wall"
        on = f"{'in' if ground.boxed else 'without'} a box, on hosts of {class_words(ground.host_class)}"
        yield line(Span(f"among those judged as here; the leaderboard is of {clock} times {on}", "warn"))


def _why_tied(place: OwnRank) -> str:
    """Return why others share the rank: all of them have solved as many cases."""
    return "the times can't be told apart" if place.score.solved else "no case is solved"


def _distance(place: OwnRank) -> str:
    if place.score_behind:
        return f"score {score_figure(place.score_behind)} behind"
    if place.cases_behind:
        return f"{counted(place.cases_behind, 'case')} behind"
    return f"{seconds(place.behind_s)} behind"
