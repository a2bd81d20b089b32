"""What became slower, faster, wrong or right, on a terminal: a table of cases for each pair, what has changed first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Clock, Interval, Verdict
from judge.reports.palette import LOOKS
from judge.reports.sanitize import clean_line
from judge.reports.terminal.console import WideTable
from judge.reports.units import ratio, seconds
from judge.scoring.difference import CaseDifference, Difference, regressed
from judge.text import counted

NO_NOISE: Final = "one time of each case says nothing of noise: measure with --repeat 5"
_SAME = 4  # the place of a case that has not changed
_SHOWN = 20  # cases; those that have changed are shown all the same
_STYLES = {
    "worse": "bold red", "better": "green", "another verdict": "yellow", "slower": "red", "faster": "green",
}  # fmt: skip
_LABEL_CELLS, _CASE_CELLS = 14, 28


class DiffView(msgspec.Struct, frozen=True):
    """How two runs are called, by which clock they are compared, and how much slower is too much."""

    before: str
    after: str
    clock: Clock = "cpu"
    fail_above: float = 0.05


def difference_report(found: Sequence[Difference], view: DiffView) -> Group:
    """Return the report on all pairs, and how the command ends."""
    parts: list[RenderableType] = []
    for one in found:
        parts += [Text(), _title(one, view), *_cases(one, view), *_summary(one, view)]
    return Group(*parts, Text(), _end(found, view))


def _title(found: Difference, view: DiffView) -> Text:
    names = [clean_line(row.submission.name, 32) for row in (found.before, found.after)]
    text = Text(" -> ".join(dict.fromkeys(names)), "bold")
    time = "CPU" if view.clock == "cpu" else "wall"
    return text.append(f"   {found.before.problem.name}, {counted(len(found.cases), 'case')}, {time} time", "dim")


def _cases(found: Difference, view: DiffView) -> list[RenderableType]:
    order = sorted(found.cases, key=_order)
    changed = sum(_order(case)[0] < _SAME for case in order)
    shown = order[: max(changed, _SHOWN)]
    if not shown:
        return []
    table = _table([Text("case"), _label(view.before), _label(view.after), Text("ratio"), Text()])
    rows = [_row(case) for case in shown]
    for at, column in enumerate(table.columns[1:], start=1):  # where there is little room, a case's name is cut
        column.min_width = max(row[at].cell_len for row in rows)
    for row in rows:
        table.add_row(*row)
    rest = len(order) - len(shown)
    return [table, *([Text(f"and {counted(rest, 'case')} more without a change", "dim")] if rest else [])]


def _label(name: str, cells: int = _LABEL_CELLS) -> Text:
    text = Text(clean_line(name))
    text.truncate(cells, overflow="ellipsis")
    return text


def _table(headings: Sequence[Text]) -> WideTable:
    table = WideTable()
    for heading in headings:
        table.add_column(heading, justify="left" if heading.plain in ("case", "") else "right", no_wrap=True)
    return table


def _row(case: CaseDifference) -> tuple[Text, ...]:
    name = _label(f"{case.group}/{case.case}", _CASE_CELLS)
    times = _time(case.before, case.before_s), _time(case.after, case.after_s)
    return name, *times, _ratio(case), _change(case)


def _order(case: CaseDifference) -> tuple[int, float]:
    """Put first what is worse: verdicts, then times by how much; then what is better; the rest by how long it takes."""
    value = case.ratio.value if case.ratio else 1.0
    for place, (holds, size) in enumerate(
        ((case.worse, 0.0), (case.slower, -value), (case.before is not case.after, 0.0), (case.faster, value))
    ):
        if holds:
            return place, size
    return _SAME, -max(case.before_s, case.after_s)


def _time(verdict: Verdict, time_s: float) -> Text:
    return Text(seconds(time_s)) if verdict is Verdict.AC else Text(str(verdict), LOOKS[verdict].style)


def _ratio(case: CaseDifference) -> Text:
    return Text(ratio_words(case), "" if case.ratio else "dim")


def _change(case: CaseDifference) -> Text:
    words = change_words(case)
    return Text(words, _STYLES.get(words, ""))


def _summary(found: Difference, view: DiffView) -> list[Text]:
    lines = []
    if found.broken:
        lines.append(Text(f"{view.after} does not compile: {clean_line(found.after.prepare.message)}", "bold red"))
    solved = [case for case in found.cases if case.before is case.after is Verdict.AC]
    if found.whole:
        lines.append(Text(f"sum of the cases that both solve: {within(found.whole)}, {whole_words(found)}"))
    elif solved:
        lines.append(Text(NO_NOISE, "yellow"))
    slower, faster = (sum(getattr(case, word) for case in solved) for word in ("slower", "faster"))
    alike = len(solved) - slower - faster
    if found.whole:
        lines.append(Text(f"slower beyond noise: {slower}, faster: {faster}, can't be told apart: {alike}"))
    if any(case.before is not case.after for case in found.cases):
        worse, better = (sum(getattr(case, word) for case in found.cases) for word in ("worse", "better"))
        lines.append(Text(f"verdicts: {worse} worse, {better} better", "bold red" if worse else "green"))
    for label, names in ((view.before, found.gone), (view.after, found.new)):
        if names:
            lines.append(Text(f"only in {label}: {counted(len(names), 'case')}", "yellow"))
    return lines


def _end(found: Sequence[Difference], view: DiffView) -> Text:
    if any(one.faults for one in found):
        return Text("the judge itself failed on a case: judge it again", "bold red")
    percent = f"{100 * view.fail_above:g} %"
    if any(regressed(one, view.fail_above) for one in found):
        return Text(f"a verdict is worse, or a time longer by more than {percent} beyond noise", "bold red")
    return Text(f"no verdict is worse, and no time longer by more than {percent} beyond noise", "green")


# --- words -----------------------------------------------------------------------------------------------------------
def within(interval: Interval) -> str:
    """Return a ratio with its interval: `1.32x ±3 %`."""
    percent = 100 * (max(interval.high / interval.value, interval.value / interval.low) - 1)
    shown = f"±{math.ceil(percent - 1e-9)} %" if percent <= 99 else "±>99 %"
    return f"{ratio(interval.value)} {shown}"


def ratio_words(case: CaseDifference) -> str:
    """Return the ratio of a case that both solve, with its interval where there is one; empty for others."""
    if case.ratio:
        return within(case.ratio)
    found = ratio_of(case)
    return "" if found is None else ratio(found)


def ratio_of(case: CaseDifference) -> float | None:
    """Return how many times as long the second one takes on a case that both solve; None for others."""
    if case.ratio:
        return case.ratio.value
    solved = case.before is case.after is Verdict.AC and case.before_s > 0
    return case.after_s / case.before_s if solved else None


def change_words(case: CaseDifference) -> str:
    """Return what has changed, in a word or two; empty where nothing has beyond noise."""
    if case.worse or case.better:
        return "worse" if case.worse else "better"
    if case.before is not case.after:
        return "another verdict"
    return "slower" if case.slower else "faster" if case.faster else ""


def whole_words(found: Difference) -> str:
    """Return what the sums of the times say: slower, faster or neither; empty where they say nothing."""
    if found.whole is None:
        return ""
    return "slower" if found.whole.low > 1 else "faster" if found.whole.high < 1 else "can't be told apart"
