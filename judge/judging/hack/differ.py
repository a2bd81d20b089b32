"""What counts as a difference: one is right where the other is not, says FAIL, crashes or runs out of time."""

from __future__ import annotations

from collections.abc import Sequence

from judge.model import Run, Verdict
from judge.model.hack import Kind

RIGHT, LESS, UNKNOWN, LATE = "right", "less", "", "TLE"
WRONG_FAIL = "E113"
_SAYS_FAIL, _ARRANGED = "FAIL", "arranged"  # where nobody knows yet which of the two is right


def kind_of(attempts: Sequence[Run | None], *, decided: bool, against_rules: bool) -> Kind | None:
    """Return how the submissions differ on a board, None where they don't.

    `decided` says that the judge knew what is right there. Where it did not, they were run as if FAIL were right: so
    an arrangement refutes that, and is known to be one. `against_rules` counts whatever is not right.
    """
    sides = [_side(attempt, decided=decided) for attempt in attempts]
    if _ARRANGED in sides:
        known = {_ARRANGED: RIGHT, _SAYS_FAIL: WRONG_FAIL}
        sides = [known.get(side, side) for side in sides]
    wrong = any(side not in (RIGHT, LESS, UNKNOWN, _SAYS_FAIL) for side in sides)
    sorts = {_sort(side, attempt) for side, attempt in zip(sides, attempts, strict=True)}
    if (against_rules and wrong) or (UNKNOWN not in sorts and len(sorts) > 1):
        return tuple(UNKNOWN if side == _SAYS_FAIL else side for side in sides)
    return None


def is_same(kind: Kind | None, wanted: Kind) -> bool:
    """Say whether a board shows the same as another. Who said nothing there may say anything here."""
    if kind is None or len(kind) != len(wanted):
        return False
    return all(other in (one, UNKNOWN) for one, other in zip(kind, wanted, strict=True))


def _side(attempt: Run | None, *, decided: bool) -> str:
    """Return what one of them did."""
    if attempt is None:
        return UNKNOWN
    if attempt.verdict is Verdict.JE:
        return _ARRANGED if attempt.refutes_key and not decided else UNKNOWN
    if attempt.verdict is Verdict.AC and attempt.earned < 1:
        return LESS
    if attempt.verdict is Verdict.AC:
        return RIGHT if decided else _SAYS_FAIL
    return LATE if attempt.verdict is Verdict.TLE else attempt.code


def _sort(side: str, attempt: Run | None) -> str:
    """Return what is compared: two wrong answers are no difference."""
    if attempt is None or side in (RIGHT, LESS, UNKNOWN, _SAYS_FAIL):
        return side
    return "WA" if side == WRONG_FAIL else str(attempt.verdict)
