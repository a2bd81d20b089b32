"""One letter a case, by group, in tens: `backtracking  sample ....  secret ........T. ..W`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

from judge.model import Judgement, Verdict
from judge.reports.palette import LOOKS
from judge.reports.verdict_words import Kind, Sign
from judge.text import clean_line

_LETTERS = {verdict: "." if verdict is Verdict.AC else look.letter for verdict, look in LOOKS.items()}
_TEN = 10
_NAME_CELLS = 32  # a longer name would push the letters off a row


def name_cells(names: Iterable[str]) -> int:
    """Return how many columns these names take before their letters."""
    return max((cell_len(_name(one)) for one in names), default=0)


def letters(judgement: Judgement, width: int = 80, name_width: int = 0) -> Text:
    """Return the letters of a submission. One that never came to a case shows its verdict and why."""
    if not judgement.runs:
        return unready(judgement.submission.name, judgement.verdict, judgement.prepare.message, name_width)
    groups: dict[str, list[Kind]] = {}
    for run in judgement.runs:
        groups.setdefault(run.group, []).append(Kind.of(run))
    return marked(judgement.submission.name, groups, width, name_width)


def marked(name: str, groups: Mapping[str, Sequence[Kind | None]], width: int = 80, name_width: int = 0) -> Text:
    """Return the letters of each group behind a name, a blank for None. `name_width` aligns several of them; lines
    longer than `width` go on below the first letter."""
    text = _head(name, name_width)
    column = indent = cell_len(text.plain)
    for word, marks in _tens(groups):
        need = cell_len(word) + len(marks)
        if column > indent:
            gap = "  " if word else " "
            if column + len(gap) + need > width:
                gap, column = "\n" + " " * indent, indent - len(gap)
            text.append(gap)
            column += 2 if word else 1
        text.append(word, "dim")
        for one in marks:
            text.append(letter(one) if one else " ", LOOKS[one.verdict].style if one else "")
        column += need
    return text


def unready(name: str, verdict: Verdict, message: str, name_width: int = 0) -> Text:
    """Return why a submission has no letters."""
    return _head(name, name_width).append(str(verdict), LOOKS[verdict].style).append("  " + clean_line(message))


def letter(one: Kind | Sign) -> str:
    """Return what stands for a case on a terminal, or a sign."""
    if isinstance(one, Sign):
        return one.sign
    return "-" if one.not_run else _LETTERS[one.verdict]


def legend_text(signs: Iterable[Kind | Sign]) -> Text:
    """Return what the letters mean: `. AC  T TLE  - not run after two time-outs`."""
    text = Text()
    for one in signs:
        style = LOOKS[one.verdict].style if isinstance(one, Kind) and not one.not_run else "dim"
        text.append("  " if text else "").append(letter(one), style).append(f" {one.brief}", "dim")
    return text


def _head(name: str, name_width: int) -> Text:
    shown = _name(name)
    return Text(shown + " " * max(0, name_width - cell_len(shown)) + "  ")


def _name(name: str) -> str:
    return clean_line(name, _NAME_CELLS)


def _tens(groups: Mapping[str, Sequence[Kind | None]]) -> list[tuple[str, Sequence[Kind | None]]]:
    """Return the letters in tens; the first ten of a group comes with the group's name."""
    return [
        (f"{_name(group)} " if start == 0 else "", shown[start : start + _TEN])
        for group, shown in groups.items()
        for start in range(0, len(shown), _TEN)
    ]
