"""How times grow with n, below a leaderboard: a line for each submission with a law, and nothing where none has one."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from judge.model import Judgement
from judge.model.host import Clock
from judge.reports.laws import family_label, law_words
from judge.reports.sanitize import clean_line
from judge.scoring.scaling import Scaling, family_of, scalings

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
    laws = max(len(law_words(one)) for _, one in rows)
    lines = [Text(f"scaling on {family_label(family)}: time by n, and the largest n within the limit", "dim")]
    for name, one in rows:
        row = Text(name)
        row.truncate(names, overflow="ellipsis", pad=True)
        lines.append(Text("  ").append_text(row).append(f"  {law_words(one):<{laws}}  ").append_text(_reach(one)))
    return lines


def _reach(scaling: Scaling) -> Text:
    if scaling.solved_to is None:
        return Text("none")
    text = Text(f"{scaling.solved_to}")
    return text.append(f", by the law {float(f'{scaling.reach:.1e}'):.0f}", "dim") if scaling.reach else text
