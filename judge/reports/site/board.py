"""A leaderboard of the pages: the rows that the terminal shows, each with the page of its submission, and its laws."""

from __future__ import annotations

import msgspec

from judge.model.run_record import RunRecord
from judge.reports.leaderboard_row import LeaderboardRow, facts, leaderboard_row, legend
from judge.reports.plots.cactus import cactus
from judge.reports.plots.growth import growth
from judge.reports.plots.plot import Plot
from judge.reports.site.contents import Part
from judge.reports.site.laws import LawTable, law_tables
from judge.reports.witness_words import witnesses
from judge.scoring.ranking import counting_cases


class Entrant(msgspec.Struct, frozen=True):
    """A row of the leaderboard, the page of its submission, and the page of its slowest case, if there is one."""

    row: LeaderboardRow
    file: str
    slowest_file: str


class Board(msgspec.Struct, frozen=True):
    """All that is said of a problem as a whole. Of a run that was stopped there are no laws, of one with images of the
    cases, which earlier versions could run, no ranks."""

    number: int
    title: str
    file: str
    facts: str
    ranked: bool
    entrants: tuple[Entrant, ...]
    legend: tuple[str, ...]
    laws: tuple[LawTable, ...]
    cactus: Plot | None
    growth: Plot | None  # of the first family
    witnesses: tuple[str, ...]
    scored: bool


def board_of(part: Part, record: RunRecord) -> Board:
    """Return the leaderboard of a problem."""
    judgements = part.judgements
    counting = None if record.complete else counting_cases(judgements)
    count, files = len(part.problem.cases), dict[str, str]()
    for at, shown in enumerate(part.cases):
        files.setdefault(shown.name, part.case_file(at))
    rows = [leaderboard_row(row, count, counting) for row in part.standings]
    laws = law_tables(judgements, record.clock) if record.complete and record.ranked else ()
    return Board(
        number=part.number,
        title=part.problem.title,
        file=part.file,
        facts=facts(part.problem, counting),
        ranked=record.ranked,
        entrants=tuple(
            Entrant(row, part.submission_file(at), files.get(part.standings[at].slowest_case, ""))
            for at, row in enumerate(rows)
        ),
        legend=tuple(legend(part.standings, record.clock)),
        laws=laws,
        cactus=cactus(part.standings, record.clock) if record.ranked else None,
        growth=growth(judgements, record.clock, laws[0].family) if laws else None,
        witnesses=tuple(one.words for one in witnesses(judgements)),
        scored=part.problem.scored,
    )
