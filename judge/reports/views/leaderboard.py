"""A leaderboard: its columns, each declared once, and all that is said above and below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from judge.model import Host, Judgement, Limits, Problem, Standing
from judge.reports.blocks import Column, Table
from judge.reports.lines import Line, Link, Place, Role, Span, plain
from judge.reports.measuring_words import host_lines
from judge.reports.verdict_words import verdict_words
from judge.text import clean_line, counted, mebibytes, number, ratio, seconds, within

if TYPE_CHECKING:
    from judge.scoring import Leaderboard

NO_RANK: Final = "Images of the cases were run too, so nobody has a rank."
_TIED: Final = "=: shares its rank with a neighbour that can't be told apart from it."


class LeaderboardView(msgspec.Struct, frozen=True):
    """A leaderboard as it is read: `about` is what it is of, `legend` what its columns mean."""

    title: str
    about: str
    table: Table
    legend: tuple[str, ...]


class Entrant(msgspec.Struct, frozen=True):
    """What a row is made of: a standing, the name that is shown, and how many cases were to be solved."""

    standing: Standing
    who: Line
    cases: int
    so_far: bool = False  # the run was stopped: no AC is final

    @property
    def judgement(self) -> Judgement:
        """Return what is ranked."""
        return self.standing.judgement

    @property
    def memory_bytes(self) -> int:
        """Return what the largest run took."""
        return max((run.memory_bytes for run in self.judgement.runs), default=0)


def _first(standing: Standing) -> Role:
    return "first" if standing.rank == 1 else ""


def _rank(one: Entrant) -> Line:
    rank = one.standing.rank
    return () if rank is None else (Span(f"{'=' if one.standing.tied else ''}{rank}", _first(one.standing)),)


def _solved(one: Entrant) -> str:
    return "  ".join(filter(None, (f"{one.standing.solved}/{one.cases}", score_words(one.standing, one.cases))))


def _ratio(one: Entrant) -> str:
    """Return the ratio to the best, and how far that may be off."""
    found = one.standing.ratio_within
    return " ".join(filter(None, (ratio(one.standing.ratio), within(found.low, found.high) if found else "")))


def _slowest_case(one: Entrant) -> Line:
    case = one.standing.slowest_case
    return (Link(case, "soft", Place("case", f"{one.judgement.problem.name}/{case}")),) if case else ()


def _slowest(one: Entrant) -> str:
    return seconds(one.standing.slowest_s) if one.standing.slowest_case else ""


COLUMNS: Final[tuple[Column[Entrant], ...]] = (
    Column("rank", "#", "right", value=_rank, number=lambda one: one.standing.rank),
    Column("name", "submission", least=12, value=lambda one: one.who),
    Column("verdict", "verdict", value=lambda one: verdict_words(one.judgement, so_far=one.so_far)),
    Column("solved", "solved", "right", value=_solved, number=lambda one: one.standing.solved),
    Column("par2", "PAR-2", "right", value=lambda one: seconds(one.standing.par2_s),
           number=lambda one: one.standing.par2_s),
    Column("ratio", "ratio", "right", 2, value=_ratio, number=lambda one: one.standing.ratio),
    Column("slowest", "slowest", "right", 3, value=_slowest,
           number=lambda one: one.standing.slowest_s if one.standing.slowest_case else None),
    Column("slowest_case", "slowest case", "left", 3, least=12, value=_slowest_case),
    Column("memory", "memory", "right", 4, value=lambda one: Span(mebibytes(one.memory_bytes), "soft"),
           number=lambda one: one.memory_bytes or None),
    Column("contract", "run as", "left", 5, value=lambda one: Span(contract(one.judgement), "soft")),
)  # fmt: skip
# What these are called where they stand alone, on the page of a submission: its head says the name and the verdict.
_FACTS: Final = {"rank": "rank", "ratio": "ratio to the best", "name": "", "verdict": ""}


def leaderboard(
    problem: Problem,
    standings: Sequence[Standing],
    clock: Host.Clock = "cpu",
    counting: int | None = None,
    names: Sequence[str] = (),
) -> LeaderboardView:
    """Return the ranking on one problem, with `names` in place of those of the submissions. After an interruption only
    `counting` cases count, and no verdict AC is final. A row leads to the submission of its number, from 0."""
    names = names or [one.judgement.submission.name for one in standings]
    places = (Place("submission", f"{problem.name}/{at}") for at in range(len(standings)))
    entrants = [
        _entrant(one, Link(name, _first(one), to), len(problem.cases), counting)
        for one, name, to in zip(standings, names, places, strict=True)
    ]
    # Where languages compete, the contract is worth more than where each is a function.
    several = any(contract(one) != "function" for one in (row.judgement for row in standings))
    columns = [replace(one, priority=1) if several and one.key == "contract" else one for one in COLUMNS]
    return LeaderboardView(
        clean_line(problem.title),
        facts(problem, counting),
        Table.of(columns, entrants),
        tuple(_legend(standings, clock)),
    )


def problem_of(board: Leaderboard) -> Problem:
    """Return what a leaderboard is about: of one algorithm its cases alone."""
    problem = board.problem
    if not board.algorithm:
        return problem
    cases = tuple(case for case in problem.cases if case.board.algorithm == board.algorithm)
    return replace(problem, title=f"{problem.title}, {board.algorithm} alone", cases=cases)


def submission_facts(standing: Standing) -> dict[str, str]:
    """Return what a row says of a submission, by the names of these facts; without what was not measured."""
    one = _entrant(standing, Span(""), len(standing.judgement.problem.cases), None)
    found = {_FACTS.get(column.key, column.text): plain(column.cell(one)) for column in COLUMNS}
    return {name: text for name, text in found.items() if name and text not in ("", "-")}


def facts(problem: Problem, counting: int | None = None) -> str:
    """Return what a leaderboard is about, beside its title: `lizards, 54 cases, 2 s CPU, 512 MiB`."""
    cases = counted(len(problem.cases), "case")
    if counting is not None:
        cases = f"{counting} of {cases}"
    cpu = f"{problem.limits.time_limit:g} s CPU{other_limits(problem)}"
    return f"{clean_line(problem.name)}, {cases}, {cpu}, {problem.limits.memory} MiB"


def other_limits(problem: Problem) -> str:
    """Return the time limits of languages that have their own: ` (Python 4 s)`; "" without."""
    named = {language: Limits.of(problem, language).time_limit for language in sorted(problem.programs.multipliers)}
    said = [f"{name} {limit_s:g} s" for name, limit_s in named.items() if limit_s != problem.limits.time_limit]
    return f" ({', '.join(said)})" if said else ""


def notes(board: Leaderboard) -> list[str]:
    """Return what to know of a leaderboard: who is not on it, whose times it shows, and what is not sure."""
    until = "not comparable until they are judged again"
    missing = [
        (board.stale, f"only with other cases, limits or repetitions: {until}"),
        (board.apart, f"only by another clock or without a box: {until}"),
        (board.faulty, "not ranked: the judge itself failed on them"),
    ]
    lines = [f"{count} {what}" for count, what in missing if count] if not board.algorithm or not board.rows else []
    lines += host_lines(board)
    if found := str(Judgement.Disturbance.of(row.standing.judgement for row in board.rows)):
        lines.append(found)
    if not board.ground.boxed:
        lines.append("judged without a box: any of these results may have been forged")
    return lines


def contract(judgement: Judgement) -> str:
    """Return `function`, or the language of a program and what starting it costs."""
    prepare = judgement.prepare
    if not prepare.language:
        return judgement.submission.contract
    return f"{prepare.language}, start {seconds(prepare.startup_s)}" if prepare.startup_s else prepare.language


def score_words(standing: Standing, cases: int) -> str:
    """Return `score 10.84/11`; nothing where the problem has no scores."""
    return "" if standing.score is None else f"score {score_figure(standing.score)}/{cases}"


def points_words(points: float, most: float) -> str:
    """Return `25 of 50 points`."""
    return f"{number(points)} of {number(most)} points"


def score_figure(score: float) -> str:
    """Return a score with two digits, rounded down so that only the best is whole: 10.84, 11."""
    return f"{int(100 * score + 1e-6) / 100:.2f}".removesuffix(".00")


def _entrant(standing: Standing, who: Span, cases: int, counting: int | None) -> Entrant:
    """Return what a row is made of; whom the judge failed on is shown all that it has run."""
    if counting is not None:
        cases = counting if standing.rank else len(standing.judgement.runs)
    return Entrant(standing, (who,), cases, counting is not None)


def _legend(standings: Iterable[Standing], clock: Host.Clock) -> list[str]:
    time = "CPU" if clock == "cpu" else "wall"
    meaning = f"PAR-2: {time} time, a missed case counted as twice the limit; ratio: to the best."
    return [meaning, _TIED] if any(standing.tied for standing in standings) else [meaning]
