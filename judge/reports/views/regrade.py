"""A regrade before it is decided: what the judge failed on, old verdict x new verdict, and who gains or loses how
much."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from judge.model import Batch, Judgement, Record, RunRecord, Verdict
from judge.reports.blocks import Block, Column, Head, Page, Para, Report, Row, Section, Table, para
from judge.reports.lines import Link, Place, Span, line
from judge.reports.measuring_words import bonus_lines, class_mixture
from judge.schemas import Part, parts
from judge.text import alphabetic, clean_line, number

_Counts = Callable[[Record.Change], bool]


class RegradeReport(Report, frozen=True, eq=False):
    """What a regrade changes, what stays as it was, how far it is known who is near a bonus, and whether it is decided:
    to print, and as JSON."""

    batch: Batch
    changes: Sequence[Record.Change]
    others: Sequence[Record] = ()
    settled: Sequence[RunRecord.Settling] = ()
    state: str = "pending"

    def blocks(self) -> Iterator[Block]:
        yield from self.view().titled()
        yield from bonus_lines(self.settled).blocks

    def view(self, counts: _Counts | None = None) -> Page:
        """Return what it changes. `counts` says what counts in the gradebook: the web shows that, and no command."""
        changes, waiting = self.changes, sum(change.new is None for change in self.changes)
        moved = sorted(
            (one for one in changes if one.moves), key=lambda change: (change.gain, alphabetic(change.old.owner))
        )
        total = f"{len(moved)} with changed points, {len(changes) - len(moved) - waiting} with the same"
        return Page(
            _title(self.batch, terminal=counts is None),
            notes=[Para(line(said), "wrong") for said in self._notes(waiting, terminal=counts is None) if said.text],
            verdicts=_verdicts(changes),
            total=para(total, "strong"),
            movers=_movers(moved, counts) if moved else None,
        )

    def _notes(self, waiting: int, *, terminal: bool) -> Iterator[Span]:
        """Yield what is to be known before it is decided."""
        problem, changes = self.batch.problem, self.changes
        if lost := clean_line(", ".join(change.old.owner for change in changes if change.failed), 400):
            yield Span(f"the judge failed on {lost}: what counted before still counts", "bad")
        if waiting:
            yield Span(f"{waiting} of {len(changes)} {'is' if waiting == 1 else 'are'} still to be judged", "warn")
        if said := str(Judgement.Disturbance.of(change.new.judgement for change in changes if change.new)):
            again = f"; once this is published, judge regrade --problem {problem.path} --disturbed  judges them again"
            yield Span(f"{said}{again if terminal else ''}", "warn")
        yield Span(class_mixture([*(change.then for change in changes), *self.others], problem), "warn")

    def document(self) -> Part:
        """Return it as judge.regrade/1."""
        made = parts("judge.regrade/1")

        def change_of(change: Record.Change) -> Part:
            new = change.new and made["changes[].new"].of(change.new.judgement, bonus=change.new_bonus)
            old = made["changes[].old"].of(change.old.judgement, bonus=change.old_bonus)
            return made["changes[]"].of(change, change.old, change.old.judgement.submission, old=old, new=new)

        return made[""].of(
            self.batch,
            problem=self.batch.problem.name,
            disturbance=Judgement.Disturbance.of(change.new.judgement for change in self.changes if change.new),
            state=self.state,
            rounds=self.settled,
            changes=list(map(change_of, self.changes)),
        )


def _title(batch: Batch, *, terminal: bool) -> str:
    """Return what is judged again, and why; a part alone says both, on a page without the options of its command."""
    words = [word for word in shlex.split(batch.part) if word not in ("--student", "--case")]
    part = batch.part if terminal else ", ".join(words).replace("--disturbed", "disturbed runs")
    what = f"{batch.problem.name}  {part}" if part else batch.problem.name
    return clean_line(f"regrade of {what}{f': {batch.reason}' if batch.reason != batch.part else ''}")


def _verdicts(changes: Sequence[Record.Change]) -> Section | None:
    """Return a row for each old verdict, a column for each new one."""
    found = Counter((one.old.judgement.verdict, one.new.judgement.verdict) for one in changes if one.new)
    news = tuple(verdict for verdict in Verdict if any(new is verdict for _, new in found))
    olds = [verdict for verdict in Verdict if any(old is verdict for old, _ in found)]
    heads = (Head("old", "old \\ new"), *(Head(new, str(new), "right") for new in news))
    rows = (
        (line(str(old)), *(line(Span(str(found[old, new] or "-"), "" if old is new else "strong")) for new in news))
        for old in olds
    )
    table = Table(heads, tuple(map(Row, rows)), "How many went from which verdict to which")
    return Section("Verdicts: old and new", (table,)) if found else None


def _movers(moved: Sequence[Record.Change], counts: _Counts | None) -> Section:
    """Return who gains or loses points, and whether the submission counts in the gradebook."""
    columns: tuple[Column[Record.Change], ...] = (
        Column("student", "student",
               value=lambda one: Link(clean_line(one.old.owner), to=Place("student", one.old.owner))),
        Column("change", "change", "right", value=_gain),
        Column("before", "before", value=lambda one: _standing(one.old.judgement, one.old_bonus)),
        Column("after", "after", value=lambda one: _standing(one.then.judgement, one.new_bonus)),
    )  # fmt: skip
    if counts:
        columns += (Column("counts", "counts in the gradebook", value=lambda one: "yes" if counts(one) else "no"),)
    caption = "Who gains or loses points, the greatest loss first"
    return Section("Who gains or loses", (Table.of(columns, moved, caption, grid=True),))


def _gain(change: Record.Change) -> Span:
    gain = change.gain
    return Span(f"{'' if gain < 0 else '+'}{number(gain)}", "wrong" if gain < 0 else "good")


def _standing(made: Judgement, bonus: float) -> str:
    """Return a verdict, and the points with what a bonus adds."""
    if made.points is None:
        return f"{made.verdict} waits"
    return f"{made.verdict} {number(made.points)}" + (f" + {number(bonus)}" if bonus else "")
