"""How times grow with n: the laws of a family of cases, the same on a terminal, in a plot and on a page."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence

import msgspec

from judge.model import Host, Judgement
from judge.scoring import Scaling
from judge.text import clean_line, listed

_NO_LAW = "no law says how time grows: too few sizes take long enough, or they vary"
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
    """A family of cases, who grows fastest first. `fastest` says that in a sentence, `lawless` who has no law; empty
    for nobody."""

    family: Scaling.Family
    label: str
    fastest: str
    lawless: str
    rows: tuple[LawRow, ...]


def law_tables(judgements: Sequence[Judgement], clock: Host.Clock) -> tuple[LawTable, ...]:
    """Return a table for each family with enough sizes: first that which a leaderboard shows, then by their names."""
    found = [Scaling.of(one, clock) for one in judgements]
    first = family_of(found)
    families = {one.family for rows in found for one in rows}
    ordered = sorted(families, key=lambda family: (family != first, family_label(family)))
    return tuple(_table(family, judgements, found) for family in ordered)


def family_of(rows: Sequence[Sequence[Scaling]]) -> Scaling.Family | None:
    """Return the family to show of several submissions: with a law for the most of them, then with the most sizes."""
    lawful = [one for one in itertools.chain.from_iterable(rows) if one.laws]
    counts = Counter(one.family for one in lawful)
    sizes = {one.family: len(one.points) for one in lawful}
    return max(counts, key=lambda family: (counts[family], sizes[family]), default=None)


def _table(family: Scaling.Family, judgements: Sequence[Judgement], found: Sequence[Sequence[Scaling]]) -> LawTable:
    rows = [(at, one) for at, scaling in enumerate(found) for one in scaling if one.family == family]
    lawful = [row for row in rows if row[1].laws]  # in the end each exponential law is above every power
    lawful.sort(key=lambda row: (row[1].laws[0].form == "exponential", row[1].laws[0].value), reverse=True)
    names = [one.submission.name for one in judgements]
    lawless = [names[at] for at, one in rows if not one.laws]
    return LawTable(
        family,
        family_label(family),
        _fastest([(names[at], one) for at, one in lawful], family),
        f"No law can be given for {listed(lawless, _LAWLESS)}." if lawless else "",
        tuple(LawRow(at, names[at], law_words(one), one.solved_to, reach_of(one)) for at, one in lawful),
    )


def _fastest(lawful: Sequence[tuple[str, Scaling]], family: Scaling.Family) -> str:
    """Return who grows fastest, and how many of the next ones may grow as fast: their intervals meet."""
    if len(lawful) < 2:
        return ""
    (name, first), *others = lawful
    law = first.laws[0]
    near = [who for who, one in others if one.laws[0].form == law.form and one.laws[0].high >= law.low]
    also = f" {listed(near, _NAMED)} may grow as fast." if near else ""
    return f"{name} grows fastest on {family_label(family)}: {law_words(first)}.{also}"


def reach_of(scaling: Scaling) -> int | None:
    """Return up to which n the limit would allow by the law, in two figures; None where that is not known."""
    return int(float(f"{scaling.reach:.1e}")) if scaling.reach else None


def family_label(family: Scaling.Family) -> str:
    """Return the family as its cases are named: `forest*, SA`."""
    words = [f"{clean_line(family.stem, 24)}*"]
    words += [family.algorithm] if family.algorithm != "ANY" else []
    words += ["without an answer"] if family.fails else []
    return ", ".join(words)


def law_words(scaling: Scaling) -> str:
    """Return the laws of one submission, the better one first; nothing where it has none."""
    return " or ".join(map(_law, scaling.laws))


def _law(law: Scaling.Law) -> str:
    """Return `n^1.9 ±0.2` or `4.1^n ±0.3`; the interval is as wide as its wider side."""
    finest = 2 if law.form == "power" else 3  # decimals: 1.004^n doubles every 174 n
    off = max(law.value - law.low, law.high - law.value, 10**-finest)
    places = min(finest, max(0, -math.floor(math.log10(off))))
    rounded = math.ceil(off * 10**places - 1e-9) / 10**places
    value = f"{law.value:.{places}f}"
    return f"{f'n^{value}' if law.form == 'power' else f'{value}^n'} ±{rounded:.{places}f}"


def growth_words(scaling: Scaling) -> str:
    """Return as a sentence how the time of one submission grows, and how far that reaches."""
    law = law_words(scaling)
    words = f"time grows like {law}" if law else _NO_LAW
    solved_to = scaling.solved_to
    words += "; the smallest size is not solved" if solved_to is None else f"; solved up to n = {solved_to}"
    return words + (f", and by the law up to n = {reach_of(scaling)} within the limit." if scaling.reach else ".")
