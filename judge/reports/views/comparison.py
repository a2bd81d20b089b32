"""What became slower, faster, wrong or right: a table of cases for each pair, what has changed first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from judge.model import Host, Standing, Verdict
from judge.reports.blocks import Block, Column, Para, Report, Table, heading, para
from judge.reports.lines import Role, Span
from judge.reports.verdict_words import Kind
from judge.schemas import Part, parts
from judge.scoring import Difference
from judge.text import clean_line, counted, ratio, seconds

_NO_NOISE: Final = "one time of each case says nothing of noise: measure with --repeat 5"
_SAME = 4  # the place of a case that has not changed
_SHOWN = 20  # cases; those that have changed are shown all the same
_ROLES: Final[dict[str, Role]] = {
    "worse": "bad", "better": "good", "another verdict": "warn", "slower": "wrong", "faster": "good",
}  # fmt: skip
_LABEL_CELLS, _CASE_CELLS = 14, 28
Names = tuple[str, str]  # of the two that are compared


class DiffReport(Report, frozen=True, eq=False):
    """How two runs are called, in which pairs they differ, by which clock, and how much slower is too much."""

    before: str
    after: str
    found: Sequence[Difference]
    clock: Host.Clock = "cpu"
    fail_above: float = 0.05

    def blocks(self) -> Iterator[Block]:
        names = self.before, self.after
        time = "CPU" if self.clock == "cpu" else "wall"
        for one in self.found:
            pair = dict.fromkeys(clean_line(row.submission.name, 32) for row in (one.before, one.after))
            about = f"{one.before.problem.name}, {counted(len(one.cases), 'case')}, {time} time"
            yield from (para(), heading(" -> ".join(pair), about))
            yield from _cases(one, names)
            yield from _summary(one, names)
        yield from (para(), _end(self.found, self.fail_above))

    def document(self) -> Part:
        """Return it as judge.diff/1."""
        made = parts("judge.diff/1")

        def case_of(case: Difference.Case) -> Part:
            change = next((name for name in ("worse", "better", "slower", "faster") if getattr(case, name)), "")
            return made["pairs[].cases[]"].of(case, change=change)

        pairs = [
            made["pairs[]"].of(
                one,
                problem=one.before.problem.name,
                before=made["pairs[].before"].of(one.before, one.before.submission),
                after=made["pairs[].after"].of(one.after, one.after.submission),
                regressed=one.regressed(self.fail_above),
                ratio=one.whole,
                cases=list(map(case_of, one.cases)),
            )
            for one in self.found
        ]
        return made[""](clock=self.clock, fail_above=self.fail_above, pairs=pairs)


def _cases(found: Difference, names: Names) -> Iterator[Block]:
    order = sorted(found.cases, key=_order)
    changed = sum(_order(case)[0] < _SAME for case in order)
    shown = order[: max(changed, _SHOWN)]
    if not shown:
        return
    before, after = (_cut(name, _LABEL_CELLS) for name in names)
    columns: tuple[Column[Difference.Case], ...] = (
        Column("case", "case", least=1, value=lambda case: _cut(f"{case.group}/{case.case}", _CASE_CELLS)),
        Column("before", before, "right", value=lambda case: _time(case.before, case.before_s)),
        Column("after", after, "right", value=lambda case: _time(case.after, case.after_s)),
        Column("ratio", "ratio", "right", value=lambda case: Span(_ratio(case), "" if case.ratio else "soft")),
        Column("change", "", value=lambda case: Span(_change(case), _ROLES.get(_change(case), ""))),
    )
    yield Table.of(columns, shown)
    if rest := len(order) - len(shown):
        yield para(f"and {counted(rest, 'case')} more without a change", "soft")


def _cut(name: str, cells: int) -> str:
    text = Text(clean_line(name))
    text.truncate(cells, overflow="ellipsis")
    return text.plain


def _order(case: Difference.Case) -> tuple[int, float]:
    """Put first what is worse: verdicts, then times by how much; then what is better; the rest by how long it takes."""
    value = case.ratio.value if case.ratio else 1.0
    for place, (holds, size) in enumerate(
        ((case.worse, 0.0), (case.slower, -value), (case.before is not case.after, 0.0), (case.faster, value))
    ):
        if holds:
            return place, size
    return _SAME, -max(case.before_s, case.after_s)


def _time(verdict: Verdict, time_s: float) -> Kind | str:
    return seconds(time_s) if verdict is Verdict.AC else Kind(verdict)


def _summary(found: Difference, names: Names) -> Iterator[Para]:
    if found.broken:
        yield para(f"{names[1]} does not compile: {clean_line(found.after.prepare.message)}", "bad")
    solved = [case for case in found.cases if case.before is case.after is Verdict.AC]
    slower, faster = (sum(getattr(case, word) for case in solved) for word in ("slower", "faster"))
    alike = len(solved) - slower - faster
    if found.whole:
        whole = "slower" if found.whole.low > 1 else "faster" if found.whole.high < 1 else "can't be told apart"
        yield para(f"sum of the cases that both solve: {within(found.whole)}, {whole}")
        yield para(f"slower beyond noise: {slower}, faster: {faster}, can't be told apart: {alike}")
    elif solved:
        yield para(_NO_NOISE, "warn")
    if any(case.before is not case.after for case in found.cases):
        worse, better = (sum(getattr(case, word) for case in found.cases) for word in ("worse", "better"))
        yield para(f"verdicts: {worse} worse, {better} better", "bad" if worse else "good")
    for label, alone in zip(names, (found.gone, found.new), strict=True):
        if alone:
            yield para(f"only in {label}: {counted(len(alone), 'case')}", "warn")


def _end(found: Sequence[Difference], fail_above: float) -> Para:
    if any(one.faults for one in found):
        return para("the judge itself failed on a case: judge it again", "bad")
    percent = f"{100 * fail_above:g} %"
    if any(one.regressed(fail_above) for one in found):
        return para(f"a verdict is worse, or a time longer by more than {percent} beyond noise", "bad")
    return para(f"no verdict is worse, and no time longer by more than {percent} beyond noise", "good")


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
