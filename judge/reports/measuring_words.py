"""The words about measuring: how far an order is settled, the noise of the machine, how times grow with n, what a host
does not enforce, and which hosts timed a leaderboard."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

from judge.model import UNKNOWN
from judge.model.host import ROUGH
from judge.reports.sanitize import clean_line
from judge.scoring.scaling import Family, Law, Scaling
from judge.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from judge.model import Host, Machine, Problem, Settling
    from judge.model.record import Record
    from judge.scoring.leaderboard import Leaderboard

SHOWN = 5  # pairs that are named


class Settled(msgspec.Struct, frozen=True):
    """Whether the order of a problem is settled, in words, and a sentence for each kind of times that was dropped."""

    problem: str
    words: str
    settled: bool
    dropped: tuple[str, ...] = ()


def measured(rounds: Sequence[Settling], *, named: bool) -> Iterator[tuple[str, bool]]:
    """Yield what came of measuring more, a line each, and whether it is good: of `named` problems with their names."""
    for one in rounds:
        said = settled_words(one)
        name = f"{said.problem}: " if named else ""
        yield name + said.words, said.settled
        yield from ((name + words, False) for words in said.dropped)


def settled_words(now: Settling) -> Settled:
    """Return how far the order of one problem is settled."""
    problem, dropped = now.problem, tuple(_dropped(now))
    if now.left:
        words = f"{_why(now)}: these can't be told apart: {_pairs(now)}"
        return Settled(problem, words, settled=False, dropped=dropped)
    words = "order settled without a further round"
    if now.rounds:
        words = f"order settled after {counted(now.rounds, 'round')}, {now.wall_s:.1f} s"
    return Settled(problem, words, settled=True, dropped=dropped)


def noise_words(noise: float | None) -> str:
    """Return how much the time of one run may be off; empty where that was not measured."""
    if noise is None:
        return ""
    percent = 100 * noise
    shown = f"{percent:.0f}" if percent >= 2 else f"{percent:.1f}"
    return f"noise of this machine: {shown} %"


def _dropped(now: Settling) -> list[str]:
    dropped = []
    if now.disturbed:
        were = "was" if now.disturbed == 1 else "were"
        what = "dropped" if 2 * now.disturbed <= now.times else "not dropped, as there are too few others"
        dropped.append(f"{now.disturbed} of {counted(now.times, 'time')} {were} disturbed and {what}")
    if now.missed:
        were = "was" if now.missed == 1 else "were"
        dropped.append(f"{now.missed} of {counted(now.times, 'time')} {were} not of a right answer, and dropped")
    return dropped


def _why(now: Settling) -> str:
    """Return why nothing more was measured."""
    if not now.rounds and now.budget_s:
        return "not measured again"
    if now.wall_s >= now.budget_s:
        return f"the budget of {now.budget_s:.3g} s ended"
    return f"stopped after {counted(now.rounds, 'round')}, {now.wall_s:.1f} s"


def _pairs(now: Settling) -> str:
    named = [f"{clean_line(above, 32)} and {clean_line(below, 32)}" for above, below in now.left[:SHOWN]]
    more = len(now.left) - len(named)
    return "; ".join([*named, f"and {more} more"] if more else named)


# --- hosts ------------------------------------------------------------------------------------------------------------
def class_words(host_class: str) -> str:
    """Return the class of host in words; what was stored before classes were told apart has none."""
    return "an unknown class" if host_class in ("", UNKNOWN) else host_class


def not_enforced(host: Host) -> str:
    """Return what this host does not enforce, empty if it enforces everything. That a core was shared has been said
    by then."""
    missing = ", ".join(word for word in host.missing if word != ROUGH)
    if not missing:
        return ""
    return f"not enforced on this host ({host.sandbox} sandbox): {missing}"


def changed(host: Host, now: Machine) -> str:
    """Return what to know where the class of this host changed while it judged; empty where it did not."""
    if host.host_class in ("", now.host_class):
        return ""
    was, is_now = class_words(host.host_class), class_words(now.host_class)
    return f"while it judged, this host changed from  {was}  to  {is_now}: its times say little; judge again"


def mixed(records: Iterable[Record], problem: Problem) -> str:
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
        known = board.ground.host_class not in ("", UNKNOWN)
        of = "of this class" if known else "whose class is not known"
        lines.append(f"the times come from {board.hosts} different hosts {of}")
    return lines


# --- how times grow ---------------------------------------------------------------------------------------------------
def family_label(family: Family) -> str:
    """Return the family as its cases are named: `forest*, SA`."""
    words = [f"{clean_line(family.stem, 24)}*"]
    words += [family.algorithm] if family.algorithm != "ANY" else []
    words += ["without an answer"] if family.fails else []
    return ", ".join(words)


def law_words(scaling: Scaling) -> str:
    """Return the laws of one submission, the better one first; nothing where it has none."""
    return " or ".join(map(_law, scaling.laws))


def _law(law: Law) -> str:
    """Return `n^1.9 ±0.2` or `4.1^n ±0.3`; the interval is as wide as its wider side."""
    finest = 2 if law.form == "power" else 3  # decimals: 1.004^n doubles every 174 n
    off = max(law.value - law.low, law.high - law.value, 10**-finest)
    places = min(finest, max(0, -math.floor(math.log10(off))))
    rounded = math.ceil(off * 10**places - 1e-9) / 10**places
    value = f"{law.value:.{places}f}"
    return f"{f'n^{value}' if law.form == 'power' else f'{value}^n'} ±{rounded:.{places}f}"
