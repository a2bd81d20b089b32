"""How times grow with n: the laws of a family of cases, the same on a terminal, in a plot and on a page."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from judge.model import Host, Judgement
from judge.reports.blocks import Head, Para, Row, Table, para
from judge.reports.lines import Link, Place, line
from judge.scoring import Scaling
from judge.text import clean_line, listed

_NO_LAW = "no law says how time grows: too few sizes take long enough, or they vary"
_NAMED = 3  # who may grow as fast as the first
_LAWLESS = 12  # who has no law


class LawView(msgspec.Struct, frozen=True):
    """A family of cases, who grows fastest first: that in a sentence, the laws, and who has none. A key of a row is its
    place on the leaderboard from 0. `found` are these places, and what is known of each submission."""

    found: tuple[tuple[int, Scaling], ...]
    label: str
    fastest: Para | None
    table: Table | None
    lawless: Para | None


_HEADS: Final = (
    Head("name", "submission"),
    Head("law", "time grows as"),
    Head("solved", "all solved up to n", "right"),
    Head("reach", "by the law, up to n", "right"),
)


def law_tables(judgements: Sequence[Judgement], clock: Host.Clock) -> tuple[LawView, ...]:
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


def _table(family: Scaling.Family, judgements: Sequence[Judgement], found: Sequence[Sequence[Scaling]]) -> LawView:
    rows = [(at, one) for at, scaling in enumerate(found) for one in scaling if one.family == family]
    lawful = [row for row in rows if row[1].laws]  # in the end each exponential law is above every power
    lawful.sort(key=lambda row: (row[1].laws[0].form == "exponential", row[1].laws[0].value), reverse=True)
    names = [one.submission.name for one in judgements]
    lawless = [names[at] for at, one in rows if not one.laws]
    fastest = _fastest([(names[at], one) for at, one in lawful], family)
    rows_ = tuple(_row(at, judgements[at], one, len(lawful) - place) for place, (at, one) in enumerate(lawful))
    none = f"No law can be given for {listed(lawless, _LAWLESS)}."
    return LawView(
        tuple(rows),
        family_label(family),
        para(fastest, "strong") if fastest else None,
        Table(_HEADS, rows_, f"How time grows with n on {family_label(family)}") if rows_ else None,
        para(none, "soft") if lawless else None,
    )


def _row(at: int, made: Judgement, one: Scaling, order: int) -> Row:
    """Return the laws of a submission, and up to which n it has solved all, and would by the law."""
    solved_to, reach = one.solved_to, reach_of(one)
    cells = (
        Link(made.submission.name, to=Place("submission", f"{made.problem.name}/{at}")),
        law_words(one),
        "none" if solved_to is None else str(solved_to),
        str(reach or ""),
    )
    return Row(tuple(line(cell) for cell in cells), (at, order, solved_to, reach))


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
