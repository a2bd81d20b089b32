"""What a leaderboard says about the hosts that its times come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.model import UNKNOWN
from judge.reports.sanitize import clean_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from judge.scoring.leaderboard import Ground, Leaderboard

ESTIMATED = "~"  # before a time that was not taken on the class of host that the board is about
ACROSS = "judge board --across-hosts"


def class_words(ground: Ground) -> str:
    """Return the class of host in words; what was stored before classes were told apart has none."""
    return "an unknown class" if ground.host_class in ("", UNKNOWN) else clean_line(ground.host_class)


def host_lines(board: Leaderboard) -> list[str]:
    """Return which hosts timed the rows, who is left out as another class of host timed them, and what is not exact."""
    lines = []
    others = _listed(board.beside)
    if board.beside:
        lines.append(f"class of host: {class_words(board.ground)}")
    if board.elsewhere:
        lines.append(f"{board.elsewhere} only on another class of host ({others}): not comparable until judged again")
        lines.append(f"{ACROSS}  ranks all, with scaled times")
    if board.across and board.beside:
        lines.append(
            f"{ESTIMATED} timed on another class of host ({others}), and scaled by its calibration: an estimate"
        )
        lines += _unscaled(board)
    elif board.hosts > 1:
        known = board.ground.host_class not in ("", UNKNOWN)
        of = "of this class" if known else "whose class is not known"
        lines.append(f"the times come from {board.hosts} different hosts {of}")
    if board.uneven:
        lines.append(
            f"the calibration of hosts of this class differs by {100 * board.uneven:.0f} %: so may their times"
        )
    return lines


def _unscaled(board: Leaderboard) -> list[str]:
    count = sum(row.standing.scale is None and row.standing.rank is not None for row in board.rows)
    return [f"{count} of them as measured: there is no calibration of their host"] if count else []


def _listed(grounds: Iterable[Ground]) -> str:
    return "; ".join(map(class_words, grounds))
