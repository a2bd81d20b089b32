"""A leaderboard of the pages: the rows that the terminal shows, each with the page of its submission, and its laws."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.model import Clock, Judgement, RunRecord
from judge.reports.blocks import Place
from judge.reports.measuring_words import family_label, law_words
from judge.reports.page.html import Html
from judge.reports.page.pieces import body_html, head_html
from judge.reports.plots.kinds import cactus, growth
from judge.reports.plots.plot import Plot
from judge.reports.site.contents import Part
from judge.reports.views.leaderboard import leaderboard
from judge.reports.witness_words import witnesses
from judge.scoring.ranking import counting_cases
from judge.scoring.scaling import Family, Law, Scaling, family_of, scalings
from judge.text import listed


class Entrant(msgspec.Struct, frozen=True):
    """Who has a row, the page of their submission, and how much they have solved."""

    name: str
    file: str
    solved: str


class Board(msgspec.Struct, frozen=True):
    """All that is said of a problem as a whole. Of a run that was stopped there are no laws, of one with images of the
    cases, which earlier versions could run, no ranks."""

    number: int
    title: str
    file: str
    facts: str
    ranked: bool
    entrants: tuple[Entrant, ...]
    head: Html
    body: Html
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
    files = tuple(map(part.submission_file, range(len(part.standings))))
    cases = {shown.name: part.case_file(at) for at, shown in reversed([*enumerate(part.cases)])}

    def resolve(to: Place) -> str:
        return files[int(to.key)] if to.kind == "submission" else cases.get(to.key, "")

    shown = leaderboard(part.problem, part.standings, record.clock, counting)
    laws = law_tables(judgements, record.clock) if record.complete and record.ranked else ()
    return Board(
        number=part.number,
        title=part.problem.title,
        file=part.file,
        facts=shown.about,
        ranked=record.ranked,
        entrants=tuple(map(Entrant, shown.table.texts("name"), files, shown.table.texts("solved"))),
        head=head_html(shown.table.heads),
        body=body_html(shown.table, resolve),
        legend=shown.legend,
        laws=laws,
        cactus=cactus(part.standings, record.clock) if record.ranked else None,
        growth=growth(judgements, record.clock, laws[0].family) if laws else None,
        witnesses=tuple(one.words for one in witnesses(judgements)),
        scored=part.problem.scored,
    )


_NAMED = 3  # who may grow as fast as the first
_LAWLESS = 12  # who has no law


class LawRow(msgspec.Struct, frozen=True):
    """A submission with a law: its row on the leaderboard from 0, its laws in words, and the largest n up to which it
    has solved all. `reach` is the n that the limit would allow by the law, where that is known."""

    at: int
    name: str
    words: str
    solved_to: int | None
    reach: int | None


class LawTable(msgspec.Struct, frozen=True):
    """A family of cases. `fastest` says in a sentence who grows fastest, `lawless` who has no law; empty for nobody."""

    family: Family
    label: str
    fastest: str
    lawless: str
    rows: tuple[LawRow, ...]


def law_tables(judgements: Sequence[Judgement], clock: Clock) -> tuple[LawTable, ...]:
    """Return a table for each family with enough sizes: that which the terminal shows first, then by their names."""
    found = [scalings(one, clock) for one in judgements]
    first = family_of(found)
    families = {one.family for rows in found for one in rows}
    ordered = sorted(families, key=lambda family: (family != first, family_label(family)))
    return tuple(_table(family, judgements, found) for family in ordered)


def _table(family: Family, judgements: Sequence[Judgement], found: Sequence[Sequence[Scaling]]) -> LawTable:
    rows = [(at, one) for at, scaling in enumerate(found) for one in scaling if one.family == family]
    lawful = sorted((row for row in rows if row[1].laws), key=lambda row: _speed(row[1].laws[0]), reverse=True)
    lawless = [judgements[at].submission.name for at, one in rows if not one.laws]
    return LawTable(
        family,
        family_label(family),
        _fastest([(judgements[at].submission.name, one) for at, one in lawful], family),
        f"No law can be given for {listed(lawless, _LAWLESS)}." if lawless else "",
        tuple(_row(at, judgements[at].submission.name, one) for at, one in lawful),
    )


def _row(at: int, name: str, one: Scaling) -> LawRow:
    return LawRow(at, name, law_words(one), one.solved_to, int(float(f"{one.reach:.1e}")) if one.reach else None)


def _fastest(lawful: Sequence[tuple[str, Scaling]], family: Family) -> str:
    """Return who grows fastest, and how many of the next ones may grow as fast: their intervals meet."""
    if len(lawful) < 2:
        return ""
    (name, first), *others = lawful
    law = first.laws[0]
    near = [who for who, one in others if one.laws[0].form == law.form and one.laws[0].high >= law.low]
    also = f" {listed(near, _NAMED)} may grow as fast." if near else ""
    return f"{name} grows fastest on {family_label(family)}: {law_words(first)}.{also}"


def _speed(law: Law) -> tuple[bool, float]:
    """Return what orders laws: in the end each exponential one is above every power."""
    return law.form == "exponential", law.value
