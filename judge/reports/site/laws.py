"""How times grow with n, for the pages: a table for each family of cases, the fastest growth first."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.model import Clock, Judgement
from judge.reports.laws import family_label, law_words
from judge.scoring.scaling import Family, Law, Scaling, family_of, scalings
from judge.text import listed

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
