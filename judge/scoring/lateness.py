"""What a deadline and lateness mean in words: for the head of every report, and for the note of a student."""

from __future__ import annotations

from datetime import datetime

from judge.model.deadline import DAY_S, Deadline, Penalty

_SPANS = ((DAY_S, "day"), (3600, "h"), (60, "min"), (1, "s"))


def in_words(deadline: Deadline) -> str:
    """Return when it is due and what lateness costs, as one sentence or two."""
    grace = f", and up to {span(deadline.grace_s)} later" if deadline.grace_s else ""
    due = f"On time until {_date(deadline.due)}{grace}."
    return f"{due} Later: {_price(deadline.penalty, deadline)}." if deadline.penalty else due


def why(earned: float, off: float, late_s: int, deadline: Deadline) -> str:
    """Return what was taken off of what was earned, and why: `15 less 20% for 2 days late`."""
    penalty = deadline.penalty
    if penalty is None or not off:
        return f"handed in {span(late_s)} late"
    if deadline.is_over(late_s):
        return f"nothing counts after {_cutoff(penalty.cutoff_s or 0, deadline)}, and this was {span(late_s)} late"
    charged_s = late_s - deadline.grace_s
    amount, steps = penalty.amount_of(charged_s), penalty.steps(charged_s)
    charged = span(steps * penalty.per_s)
    begun = f" ({charged} begun)" if penalty.per_s and charged != span(late_s) else ""
    how = " (the most)" if amount < penalty.amount * steps else begun
    return f"{points_of(earned)} less {_amount(amount, penalty)}{how} for {span(late_s)} late"


def span(seconds: int) -> str:
    """Return a length of time in its two largest units: 2 days 3 h, 1 day 30 min, 45 min."""
    found, left = list[str](), seconds
    for unit_s, unit in _SPANS:
        count, left = divmod(left, unit_s)
        if count:
            found.append(f"{count} {'days' if unit == 'day' and count != 1 else unit}")
    return " ".join(found[:2]) or "0 s"


def points_of(value: float) -> str:
    """Return points with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _date(due: datetime) -> str:
    """Return it with its zone; one without is in the host's, which a student elsewhere can't know."""
    zone = getattr(due.tzinfo, "key", None) or due.strftime("%z") or due.astimezone().strftime("%Z")
    return f"{due:%Y-%m-%d %H:%M:%S} {zone}".strip()


def _price(penalty: Penalty, deadline: Deadline) -> str:
    price = f"{_amount(penalty.amount, penalty)} less"
    if penalty.per_s:
        price += f" for each {span(penalty.per_s).removeprefix('1 ')} that has begun"
    price += "" if penalty.most is None else f", at most {_amount(penalty.most, penalty)}"
    return price + ("" if penalty.cutoff_s is None else f", and nothing after {_cutoff(penalty.cutoff_s, deadline)}")


def _cutoff(cutoff_s: int, deadline: Deadline) -> str:
    return span(cutoff_s) + (f" and {span(deadline.grace_s)} of grace" if deadline.grace_s else "")


def _amount(amount: float, penalty: Penalty) -> str:
    return f"{points_of(amount)}{'%' if penalty.unit == 'percent' else ' point' + 's' * (amount != 1)}"
