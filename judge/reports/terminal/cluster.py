"""The machines of a cluster on a terminal: which there are, what each has done, and why one may not work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from judge.model import Host
from judge.model.cluster import Seen
from judge.reports.sanitize import clean_line
from judge.reports.units import counted

_LONGEST = 300


def fleet_lines(seen: Sequence[Seen]) -> Group:
    """Return how many machines judge, and a line for each that may not."""
    return Group(*_fleet_lines(seen))


def _fleet_lines(seen: Sequence[Seen]) -> Iterator[Text]:
    at_work = [one for one in seen if not one.refused]
    slots = counted(sum(one.slots for one in at_work), "attempt")
    yield Text(f"cluster: {counted(len(at_work), 'station')}, {slots} at once", "dim")
    for one in seen:
        if one.refused:
            yield _line(f"not used: {one.name}: {one.refused}", "yellow")


def share_lines(seen: Sequence[Seen]) -> Group:
    """Return what part of all attempts each machine has made."""
    whole = sum(one.attempts for one in seen)
    return Group(*(_line(share_words(one, whole), "dim") for one in seen if one.attempts))


def share_words(one: Seen, whole: int) -> str:
    """Return what part of so many attempts a machine has made, in words."""
    disturbed = f", {one.disturbed} disturbed" if one.disturbed else ""
    return f"{one.name}: {counted(one.attempts, 'attempt')}, {one.attempts / max(1, whole):.0%}{disturbed}"


def station_table(seen: Sequence[Seen]) -> RenderableType:
    """Return a row for each machine."""
    table = Table("station", "judge", "sandbox", "clock", "calibration", "attempts at once", "cores", "Python", "numba")
    table.add_column("machine", overflow="fold")
    table.add_column("", overflow="fold")
    for one in seen:
        table.add_row(*map(clean_line, _cells(one)), Text(clean_line(one.refused or "ok")))
    return table


def _cells(one: Seen) -> tuple[str, ...]:
    if one.host is None:
        return (one.name, *[""] * 9)
    host = one.host
    cores = ", ".join(map(str, one.cores)) or "any"
    machine = host.machine.cpu if host.machine else ""
    named = (one.name, one.judge, host.sandbox, host.clock, calibration(host), str(one.slots), cores)
    return (*named, host.python, host.numba, machine)


def calibration(host: Host) -> str:
    """Return how long a machine takes for the fixed piece of work."""
    seconds = host.machine.calibration_s if host.machine else None
    return "" if seconds is None else f"{1e3 * seconds:.2f} ms"


def _line(words: str, style: str) -> Text:
    return Text(clean_line(words, _LONGEST), style)
