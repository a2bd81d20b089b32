"""The words about measuring: how far an order is settled, the noise of the machine, what a host does not enforce,
and which hosts timed a leaderboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from judge.model import Host
from judge.reports.blocks import Para, para, shown
from judge.text import clean_line, counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from judge.model import Host, Problem, Record, RunRecord
    from judge.scoring import Leaderboard

TIMES: Final[dict[Host.Clock, str]] = {"cpu": "CPU time", "wall": "wall time"}
_SHOWN = 5  # pairs that are named


def measuring_lines(measuring: RunRecord.Measuring) -> Iterator[Para]:
    """Yield how far the order of each problem is settled, and how much the time of one run may be off."""
    yield from _measured(measuring.rounds, named=len(measuring.rounds) > 1)
    if (noise := measuring.noise) is not None:
        percent = 100 * noise
        yield para(f"noise of this machine: {f'{percent:.0f}' if percent >= 2 else f'{percent:.1f}'} %", "soft")


@shown
def bonus_lines(rounds: Sequence[RunRecord.Settling]) -> Iterator[Para]:
    """Yield how far it is known who can't be told apart from the last place of each bonus."""
    return _measured(rounds, named=True)


def _measured(rounds: Sequence[RunRecord.Settling], *, named: bool) -> Iterator[Para]:
    """Yield what came of measuring more: how far each order is settled, and which times were dropped. Of `named`
    problems the names stand before."""
    for now in rounds:
        name = f"{now.problem}: " if named else ""
        yield para(name + _settled(now), "warn" if now.left else "good")
        yield from (para(name + words, "warn") for words in _dropped(now))


def _settled(now: RunRecord.Settling) -> str:
    """Return how far the order of one problem is settled."""
    if now.left:
        return f"{_why(now)}: these can't be told apart: {_pairs(now)}"
    if now.rounds:
        return f"order settled after {counted(now.rounds, 'round')}, {now.wall_s:.1f} s"
    return "order settled without a further round"


def _dropped(now: RunRecord.Settling) -> list[str]:
    few = "" if 2 * now.disturbed <= now.times else "not "
    others = ", as there are too few others" if few else ""
    found = ((now.disturbed, f"disturbed and {few}dropped{others}"), (now.missed, "not of a right answer, and dropped"))
    said = ((f"{count} of {counted(now.times, 'time')}", count, what) for count, what in found if count)
    return [f"{part} {'was' if count == 1 else 'were'} {what}" for part, count, what in said]


def _why(now: RunRecord.Settling) -> str:
    """Return why nothing more was measured."""
    if not now.rounds and now.budget_s:
        return "not measured again"
    if now.wall_s >= now.budget_s:
        return f"the budget of {now.budget_s:.3g} s ended"
    return f"stopped after {counted(now.rounds, 'round')}, {now.wall_s:.1f} s"


def _pairs(now: RunRecord.Settling) -> str:
    named = [f"{clean_line(above, 32)} and {clean_line(below, 32)}" for above, below in now.left[:_SHOWN]]
    more = len(now.left) - len(named)
    return "; ".join([*named, f"and {more} more"] if more else named)


# --- hosts ------------------------------------------------------------------------------------------------------------
def class_words(host_class: str) -> str:
    """Return the class of host in words; what was stored before classes were told apart has none."""
    return "an unknown class" if host_class in ("", Host.Machine.UNKNOWN) else host_class


def not_enforced(host: Host) -> str:
    """Return what this host does not enforce, empty if it enforces everything. That a core was shared has been said
    by then."""
    missing = ", ".join(host.lasting.missing)
    if not missing:
        return ""
    return f"not enforced on this host ({host.sandbox} sandbox): {missing}"


def class_change(host: Host, now: Host.Machine) -> str:
    """Return what to know where the class of this host changed while it judged; empty where it did not."""
    if host.host_class in ("", now.host_class):
        return ""
    was, is_now = class_words(host.host_class), class_words(now.host_class)
    return f"while it judged, this host changed from  {was}  to  {is_now}: its times say little; judge again"


def class_mixture(records: Iterable[Record], problem: Problem) -> str:
    """Return what to know where a bonus for speed was given to times of several classes of host; empty where it was
    not."""
    found = sorted({class_words(record.host_class) for record in records})
    if problem.scheme.bonus is None or len(found) < 2:
        return ""
    return f"the bonus compares times of several classes of host as they were measured: {'; '.join(found)}"


def host_lines(board: Leaderboard) -> list[str]:
    """Return which hosts timed the rows, and who is left out as another class of host timed them."""
    lines = []
    if board.beside:
        lines.append(f"class of host: {class_words(board.ground.host_class)}")
    if board.elsewhere:
        others = "; ".join(class_words(ground.host_class) for ground in board.beside)
        lines.append(f"{board.elsewhere} only on another class of host ({others}): not comparable until judged again")
    if board.hosts > 1:
        known = board.ground.host_class not in ("", Host.Machine.UNKNOWN)
        of = "of this class" if known else "whose class is not known"
        lines.append(f"the times come from {board.hosts} different hosts {of}")
    return lines
