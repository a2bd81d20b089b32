"""The machines of a cluster on a terminal: which there are, what each has done, and why one may not work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from rich.console import Group
from rich.text import Text

from judge.model import Host
from judge.text import clean_line, counted

_LONGEST = 300


class FleetReport(msgspec.Struct, frozen=True):
    """The machines of a cluster: to print which there are, what part of all attempts each has made, and each whole."""

    seen: Sequence[Host.Seen]

    def __rich__(self) -> Group:
        """Return how many machines judge, and a line for each that may not."""
        at_work = [one for one in self.seen if not one.refused]
        slots = counted(sum(one.slots for one in at_work), "attempt")
        head = Text(f"cluster: {counted(len(at_work), 'worker')}, {slots} at once", "dim")
        refused = (one for one in self.seen if one.refused)
        return Group(head, *(_line(f"not used: {one.name}: {one.refused}", "yellow") for one in refused))

    @property
    def shares(self) -> Group:
        """Return what part of all attempts each machine has made."""
        whole = sum(one.attempts for one in self.seen)
        return Group(*(_line(share_words(one, whole), "dim") for one in self.seen if one.attempts))

    @property
    def stations(self) -> Group:
        """Return what each machine is: a few lines each."""
        return Group(*(line for one in self.seen for line in _station(one)))


def share_words(one: Host.Seen, whole: int) -> str:
    """Return what part of so many attempts a machine has made, in words."""
    disturbed = f", {one.disturbed} disturbed" if one.disturbed else ""
    return f"{one.name}: {counted(one.attempts, 'attempt')}, {one.attempts / max(1, whole):.0%}{disturbed}"


def _station(one: Host.Seen) -> Iterator[Text]:
    state = ("refused", "yellow") if one.refused else ("ok", "green")
    yield Text.assemble(state, f"  {one.name}", f"  {clean_line(one.refused, _LONGEST)}" if one.refused else "")
    if one.host is None:
        return
    host, cores = one.host, ", ".join(map(str, one.cores)) or "any"
    machine = (host.machine.cpu if host.machine else "") or "an unknown machine"
    yield _line(f"    {counted(one.slots, 'attempt')} at once, cores {cores}; {machine}, {_calibration(host)}", "dim")
    held = f"    sandbox {host.sandbox}, counted by {host.clock}"
    yield _line(f"{held}; judge {one.judge}, Python {host.python}, numba {host.numba}", "dim")


def _calibration(host: Host) -> str:
    """Return how long a machine takes for the fixed piece of work, in words."""
    seconds = host.machine.calibration_s if host.machine else None
    return "not calibrated" if seconds is None else f"calibration {1e3 * seconds:.2f} ms"


def _line(words: str, style: str) -> Text:
    return Text(clean_line(words, _LONGEST), style)
