"""The words of a leaderboard: the texts of a row, once, for the terminal, notebooks and pages.

Every text is clean and on one line. Values are rounded by `units` alone, so no two reports differ by a digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from judge.model.judgement import disturbance
from judge.reports.host_words import host_lines
from judge.reports.sanitize import clean_line
from judge.reports.score_words import score_words
from judge.reports.units import mebibytes, ratio, seconds, within
from judge.reports.verdict_words import VerdictWords, verdict_words
from judge.reports.words import other_limits
from judge.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from judge.model import Clock, Judgement, Problem, Standing
    from judge.scoring.leaderboard import Leaderboard

_TIED: Final = "=: shares its rank with a neighbour that can't be told apart from it."


class LeaderboardRow(msgspec.Struct, frozen=True):
    """One row as texts, and below them the numbers that sort it.

    A text is empty where there is nothing to say, and `-` where nothing was measured. `par2_s` and `ratio_to_best` are
    NaN or infinite where the texts are `-`.
    """

    rank: str  # `1`, `=2` where it is shared, empty for whom the judge failed on
    name: str
    verdict: VerdictWords
    solved: str  # `5/11`, and behind it the score where the problem has scores
    par2: str
    ratio: str  # `1.25x ±3 %`
    slowest: str  # the time of the slowest case
    slowest_case: str
    memory: str
    contract: str  # `function`, or a program's language and what starting it costs
    place: int | None
    solved_cases: int
    par2_s: float
    ratio_to_best: float
    slowest_s: float
    memory_bytes: int


def leaderboard_row(standing: Standing, cases: int, counting: int | None = None, longest: int = 200) -> LeaderboardRow:
    """Return a row of a problem with so many cases; after an interruption only `counting` of them count. A name is cut
    after `longest` characters."""
    judgement = standing.judgement
    memory = max((run.memory_bytes for run in judgement.runs), default=0)
    return LeaderboardRow(
        rank="" if standing.rank is None else f"{'=' if standing.tied else ''}{standing.rank}",
        name=clean_line(judgement.submission.name, longest),
        verdict=verdict_words(judgement, so_far=counting is not None),
        solved=_solved(standing, _cases(standing, cases, counting)),
        par2=seconds(standing.par2_s),
        ratio=_ratio(standing),
        slowest=seconds(standing.slowest_s) if standing.slowest_case else "",
        slowest_case=clean_line(standing.slowest_case),
        memory=mebibytes(memory),
        contract=_contract(judgement),
        place=standing.rank,
        solved_cases=standing.solved,
        par2_s=standing.par2_s,
        ratio_to_best=standing.ratio,
        slowest_s=standing.slowest_s,
        memory_bytes=memory,
    )


def facts(problem: Problem, counting: int | None = None) -> str:
    """Return what a leaderboard is about, beside its title: `lizards, 54 cases, 2 s CPU, 512 MiB`."""
    cases = counted(len(problem.cases), "case")
    if counting is not None:
        cases = f"{counting} of {cases}"
    cpu = f"{problem.limits.time_limit:g} s CPU{other_limits(problem)}"
    return f"{clean_line(problem.name)}, {cases}, {cpu}, {problem.limits.memory} MiB"


def legend(standings: Iterable[Standing], clock: Clock) -> list[str]:
    """Return the sentences that say what the columns mean."""
    time = "CPU" if clock == "cpu" else "wall"
    meaning = f"PAR-2: {time} time, a missed case counted as twice the limit; ratio: to the best."
    return [meaning, _TIED] if any(standing.tied for standing in standings) else [meaning]


def notes(board: Leaderboard) -> list[str]:
    """Return what to know of a leaderboard: who is not on it, whose times it shows, and what is not sure."""
    missing = [
        (board.stale, "only with other cases, limits or repetitions: not comparable until they are judged again"),
        (board.apart, "only by another clock or without a box: not comparable until they are judged again"),
        (board.faulty, "not ranked: the judge itself failed on them"),
    ]
    lines = [f"{count} {what}" for count, what in missing if count] if not board.algorithm or not board.rows else []
    lines += host_lines(board)
    if found := str(disturbance(row.standing.judgement for row in board.rows)):
        lines.append(found)
    if not board.ground.boxed:
        lines.append("judged without a box: any of these results may have been forged")
    return lines


def _cases(standing: Standing, cases: int, counting: int | None) -> int:
    """Return how many cases were to be solved; of whom the judge failed on all that it has run are shown."""
    if counting is None:
        return cases
    return counting if standing.rank else len(standing.judgement.runs)


def _solved(standing: Standing, cases: int) -> str:
    return "  ".join(filter(None, (f"{standing.solved}/{cases}", score_words(standing, cases))))


def _ratio(standing: Standing) -> str:
    """Return the ratio to the best, and how far that may be off."""
    found = standing.ratio_within
    spread = within(found.low, found.high) if found else ""
    return f"{ratio(standing.ratio)} {spread}" if spread else ratio(standing.ratio)


def _contract(judgement: Judgement) -> str:
    prepare = judgement.prepare
    if not prepare.language:
        return judgement.submission.contract
    return f"{prepare.language}, start {seconds(prepare.startup_s)}" if prepare.startup_s else prepare.language
