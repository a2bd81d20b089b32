"""The words about hosts: what one does not enforce, and which ones timed a leaderboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.model import UNKNOWN
from judge.model.host import ROUGH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from judge.model import Host, Machine, Problem
    from judge.model.record import Record
    from judge.scoring.leaderboard import Leaderboard


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
