"""What became slower, faster, wrong or right, on a terminal: a table of cases for each pair, what has changed first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Host, Standing, Verdict
from judge.reports.blocks import Head, Line, Role, Row, Span, Table, line
from judge.reports.documents import diff_document
from judge.reports.terminal.ranking import ShownTable
from judge.reports.verdict_words import Kind
from judge.schemas import Part
from judge.scoring import Difference
from judge.text import clean_line, counted, ratio, seconds

NO_NOISE: Final = "one time of each case says nothing of noise: measure with --repeat 5"
_SAME = 4  # the place of a case that has not changed
_SHOWN = 20  # cases; those that have changed are shown all the same
_ROLES: Final[dict[str, Role]] = {
    "worse": "bad", "better": "good", "another verdict": "warn", "slower": "wrong", "faster": "good",
}  # fmt: skip
_LABEL_CELLS, _CASE_CELLS = 14, 28


class DiffReport(msgspec.Struct, frozen=True, eq=False):
    """How two runs are called, in which pairs they differ, by which clock, and how much slower is too much: to print,
    and as JSON."""

    before: str
    after: str
    found: Sequence[Difference]
    clock: Host.Clock = "cpu"
    fail_above: float = 0.05

    def __rich__(self) -> Group:
        parts: list[RenderableType] = []
        for one in self.found:
            parts += [Text(), _title(one, self), *_cases(one, self), *_summary(one, self)]
        return Group(*parts, Text(), _end(self.found, self))

    def document(self) -> Part:
        """Return it as judge.diff/1."""
        return diff_document(self.found, self.clock, self.fail_above)


def _title(found: Difference, view: DiffReport) -> Text:
    names = [clean_line(row.submission.name, 32) for row in (found.before, found.after)]
    text = Text(" -> ".join(dict.fromkeys(names)), "bold")
    time = "CPU" if view.clock == "cpu" else "wall"
    return text.append(f"   {found.before.problem.name}, {counted(len(found.cases), 'case')}, {time} time", "dim")


def _cases(found: Difference, view: DiffReport) -> list[RenderableType]:
    order = sorted(found.cases, key=_order)
    changed = sum(_order(case)[0] < _SAME for case in order)
    shown = order[: max(changed, _SHOWN)]
    if not shown:
        return []
    before, after = (_cut(name, _LABEL_CELLS) for name in (view.before, view.after))
    heads = (
        Head("case", "case", least=1),
        *(Head(key, text, "right") for key, text in (("before", before), ("after", after), ("ratio", "ratio"))),
        Head("change", ""),
    )
    rest = len(order) - len(shown)
    more = [Text(f"and {counted(rest, 'case')} more without a change", "dim")] if rest else []
    return [ShownTable(Table(heads, tuple(map(_row, shown)))), *more]


def _cut(name: str, cells: int) -> str:
    text = Text(clean_line(name))
    text.truncate(cells, overflow="ellipsis")
    return text.plain


def _row(case: Difference.Case) -> Row:
    words = _change(case)
    return Row(
        (
            line(_cut(f"{case.group}/{case.case}", _CASE_CELLS)),
            _time(case.before, case.before_s),
            _time(case.after, case.after_s),
            line(Span(_ratio(case), "" if case.ratio else "soft")),
            line(Span(words, _ROLES.get(words, ""))),
        )
    )


def _order(case: Difference.Case) -> tuple[int, float]:
    """Put first what is worse: verdicts, then times by how much; then what is better; the rest by how long it takes."""
    value = case.ratio.value if case.ratio else 1.0
    for place, (holds, size) in enumerate(
        ((case.worse, 0.0), (case.slower, -value), (case.before is not case.after, 0.0), (case.faster, value))
    ):
        if holds:
            return place, size
    return _SAME, -max(case.before_s, case.after_s)


def _time(verdict: Verdict, time_s: float) -> Line:
    return line(seconds(time_s)) if verdict is Verdict.AC else (Kind(verdict),)


def _summary(found: Difference, view: DiffReport) -> list[Text]:
    lines = []
    if found.broken:
        lines.append(Text(f"{view.after} does not compile: {clean_line(found.after.prepare.message)}", "bold red"))
    solved = [case for case in found.cases if case.before is case.after is Verdict.AC]
    if found.whole:
        whole = "slower" if found.whole.low > 1 else "faster" if found.whole.high < 1 else "can't be told apart"
        lines.append(Text(f"sum of the cases that both solve: {within(found.whole)}, {whole}"))
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


def _end(found: Sequence[Difference], view: DiffReport) -> Text:
    if any(one.faults for one in found):
        return Text("the judge itself failed on a case: judge it again", "bold red")
    percent = f"{100 * view.fail_above:g} %"
    if any(one.regressed(view.fail_above) for one in found):
        return Text(f"a verdict is worse, or a time longer by more than {percent} beyond noise", "bold red")
    return Text(f"no verdict is worse, and no time longer by more than {percent} beyond noise", "green")


# --- words -----------------------------------------------------------------------------------------------------------
def within(interval: Standing.Interval) -> str:
    """Return a ratio with its interval: `1.32x ±3 %`."""
    percent = 100 * (max(interval.high / interval.value, interval.value / interval.low) - 1)
    shown = f"±{math.ceil(percent - 1e-9)} %" if percent <= 99 else "±>99 %"
    return f"{ratio(interval.value)} {shown}"


def _ratio(case: Difference.Case) -> str:
    """Return the ratio of a case that both solve, with its interval where there is one; empty for others."""
    if case.ratio:
        return within(case.ratio)
    solved = case.before is case.after is Verdict.AC and case.before_s > 0
    return ratio(case.after_s / case.before_s) if solved else ""


def _change(case: Difference.Case) -> str:
    """Return what has changed, in a word or two; empty where nothing has beyond noise."""
    if case.worse or case.better:
        return "worse" if case.worse else "better"
    if case.before is not case.after:
        return "another verdict"
    return "slower" if case.slower else "faster" if case.faster else ""
