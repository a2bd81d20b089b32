"""What is told to who keeps a machine, a cluster or a site: its checks, what each machine has done, and the store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from judge.model import Check, Host
from judge.reports.blocks import Block, Head, Para, Report, Row, Table, para, shown
from judge.reports.lines import Role, Span, line
from judge.store import Contents
from judge.text import clean_line, counted, day, room

_STATES: dict[str, Role] = {"ok": "good", "warning": "warn", "missing": "bad"}
_LONGEST = 300  # characters of what a station says


# --- judge doctor -----------------------------------------------------------------------------------------------------
@shown
def check_line(check: Check) -> Iterator[Para]:
    """Yield `ok       cores         2: 0, 1`, and what to do where it is not ok."""
    found = check.found.strip().replace("\n", "; ")
    yield Para(line(Span(f"{check.state:<8}", _STATES[check.state]), f" {check.name:<19} {found}"))
    lines = filter(None, (check.mend.words, check.mend.command)) if check.mend else ()
    for before, repair in zip(("fix:", ""), lines, strict=False):  # a command has a line of its own: it is copied whole
        yield Para(line(Span(f"{'':<29}{before:<5}", "soft"), Span(repair, "strong")))


# --- a cluster --------------------------------------------------------------------------------------------------------
class FleetReport(Report, frozen=True):
    """The machines of a cluster: which there are, what part of all attempts each has made, and each whole."""

    seen: Sequence[Host.Seen]

    def blocks(self) -> Iterator[Para]:
        """Yield how many machines judge, and a line for each that may not."""
        at_work = [one for one in self.seen if not one.refused]
        slots = counted(sum(one.slots for one in at_work), "attempt")
        yield para(f"cluster: {counted(len(at_work), 'worker')}, {slots} at once", "soft")
        for one in self.seen:
            if one.refused:
                yield para(clean_line(f"not used: {one.name}: {one.refused}", _LONGEST), "warn")

    @shown
    def shares(self) -> Iterator[Para]:
        """Yield what part of all attempts each machine has made."""
        whole = sum(one.attempts for one in self.seen)
        for one in self.seen:
            if one.attempts:
                share = f"{one.attempts / whole:.0%}{f', {one.disturbed} disturbed' if one.disturbed else ''}"
                yield para(f"{one.name}: {counted(one.attempts, 'attempt')}, {share}", "soft")

    @shown
    def stations(self) -> Iterator[Para]:
        """Yield what each machine is, in a few lines."""
        for one in self.seen:
            state = Span("refused", "warn") if one.refused else Span("ok", "good")
            why = f"  {clean_line(one.refused, _LONGEST)}" if one.refused else ""
            yield Para(line(state, f"  {one.name}{why}"))
            yield from (para(said, "soft") for said in _about(one))


def _about(one: Host.Seen) -> Iterator[str]:
    if host := one.host:
        cores, machine = ", ".join(map(str, one.cores)) or "any", host.machine
        cpu, took_s = (machine.cpu, machine.calibration_s) if machine else ("", None)
        held = "not calibrated" if took_s is None else f"calibration {1e3 * took_s:.2f} ms"
        at_once = f"{counted(one.slots, 'attempt')} at once, cores {cores}"
        yield clean_line(f"    {at_once}; {cpu or 'an unknown machine'}, {held}", _LONGEST)
        versions = f"judge {one.judge}, Python {host.python}, numba {host.numba}"
        yield clean_line(f"    sandbox {host.sandbox}, counted by {host.clock}; {versions}", _LONGEST)


# --- a store ----------------------------------------------------------------------------------------------------------
@shown
def contents_lines(held: Contents) -> Iterator[Block]:
    """Yield how large the store is, what was judged on which package and in which year, and what could go."""
    said = held.counts
    yield para(
        f"{room(held.size_bytes)}: {counted(said.judgements, 'judgement')} of {counted(said.students, 'student')}"
        f" in {said.batches} {'batch' if said.batches == 1 else 'batches'}, {counted(held.runs, 'repetition', ',d')}"
    )
    if held.packages:
        rows = ((one.problem, one.digest[:12] + "*" * (not one.whole), *_cells(one.counts)) for one in held.packages)
        years = ((str(year), *_cells(counts)) for year, counts in held.years)
        yield from (para(), _table(("problem", "package"), rows), para(), _table(("year",), years), para())
    if any(not one.whole for one in held.packages):
        yield para("* only the digest is known: it was judged by a judge that kept no packages")
    if (web := held.web) != Contents.Web():
        waits = f", {web.open} not judged yet" if web.open else ""
        came = f"{counted(web.handed_in, 'submission')}{waits}; audit log: {counted(web.deeds, 'line')}"
        yield para(f"on the web: {counted(web.accounts, 'account')}; {came}")
    if held.forgotten:
        yield para(f"{counted(held.forgotten, 'student')} forgotten")
    if held.prunable_bytes:
        yield para(f"judge store prune  could remove {room(held.prunable_bytes)}")


_COUNTS = (
    *(Head(name, name, "right") for name in ("batches", "judgements", "students")),
    *(Head(name, name) for name in ("first", "last")),
)


def _table(names: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    heads = (*(Head(name, name) for name in names), *_COUNTS)
    return Table(heads, tuple(Row(tuple(map(line, row))) for row in rows))


def _cells(counts: Contents.Counts) -> tuple[str, ...]:
    days = ("-" if at_s is None else day(at_s) for at_s in (counts.first_s, counts.last_s))
    return (*map(str, (counts.batches, counts.judgements, counts.students)), *days)
