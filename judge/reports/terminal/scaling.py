"""How times grow with n, below a leaderboard: a line for each submission with a law, and nothing where none has one."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from judge.model import Judgement
from judge.model.host import Clock
from judge.reports.sanitize import clean_line
from judge.scoring.scaling import Family, Law, Scaling, family_of, scalings

_NAME_CELLS = 30  # so that a line has at most 80


def scaling_lines(judgements: Sequence[Judgement], clock: Clock) -> list[Text]:
    """Return the laws of one family of cases, so that they can be held against each other, best submission first."""
    found = [scalings(judgement, clock) for judgement in judgements]
    family = family_of(found)
    rows = [
        (clean_line(judgement.submission.name), one)
        for judgement, scaling in zip(judgements, found, strict=True)
        for one in scaling
        if one.family == family and one.laws
    ]
    if family is None:
        return []
    names = min(max(cell_len(name) for name, _ in rows), _NAME_CELLS)
    laws = max(len(_laws(one)) for _, one in rows)
    lines = [Text(f"scaling on {_label(family)}: time by n, and the largest n within the limit", "dim")]
    for name, one in rows:
        row = Text(name)
        row.truncate(names, overflow="ellipsis", pad=True)
        lines.append(Text("  ").append_text(row).append(f"  {_laws(one):<{laws}}  ").append_text(_reach(one)))
    return lines


def _label(family: Family) -> str:
    """Return the family as its cases are named: `forest*, SA`."""
    words = [f"{clean_line(family.stem, 24)}*"]
    words += [family.algorithm] if family.algorithm != "ANY" else []
    words += ["without an answer"] if family.fails else []
    return ", ".join(words)


def _laws(scaling: Scaling) -> str:
    return " or ".join(map(_law, scaling.laws))


def _law(law: Law) -> str:
    """Return `n^1.9 ±0.2` or `4.1^n ±0.3`; the interval is as wide as its wider side."""
    finest = 2 if law.form == "power" else 3  # decimals: 1.004^n doubles every 174 n
    off = max(law.value - law.low, law.high - law.value, 10**-finest)
    places = min(finest, max(0, -math.floor(math.log10(off))))
    rounded = math.ceil(off * 10**places - 1e-9) / 10**places
    value = f"{law.value:.{places}f}"
    return f"{f'n^{value}' if law.form == 'power' else f'{value}^n'} ±{rounded:.{places}f}"


def _reach(scaling: Scaling) -> Text:
    if scaling.solved_to is None:
        return Text("none")
    text = Text(f"{scaling.solved_to}")
    return text.append(f", by the law {float(f'{scaling.reach:.1e}'):.0f}", "dim") if scaling.reach else text
