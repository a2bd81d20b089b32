"""What a package's scheme, its deadline and lateness mean in words, for the head of every report."""

from __future__ import annotations

from datetime import datetime

from judge.model import Deadline, Problem
from judge.text import all_of, span, zone_name


def scheme_words(problem: Problem) -> list[str]:
    """Return the scheme as sentences, for the head of every report."""
    said, bonus = [], problem.scheme.bonus
    if problem.scheme.rule == "all-or-count":
        most, count = _points(Problem.Scheme.COUNTED_MOST), len(problem.counted_cases())
        said.append(f"{most} if all {count} cases pass, else 1 point for each case that passes.")
    else:
        said += [_group_in_words(problem, name) for name in problem.groups]
    said.append("A judge error costs nobody a point: its points wait until it is judged again.")
    if bonus:
        share = f"{100 * bonus.share:g} %"
        *others, last = bonus.algorithms or problem.algorithms
        which = f"{', '.join(others)} and {last}" if others else last
        said.append(
            f"Of those who pass every case, the fastest {share} on the {which} cases get {_points(bonus.points)}"
            f" more{', for each of these algorithms' if others else ''};"
            " who can't be told apart from the last of them gets it too."
        )
    return [*said, deadline_words(problem.deadline)] if problem.deadline else said


def _group_in_words(problem: Problem, name: str) -> str:
    worth, cases = problem.groups[name].points, sum(case.group == name for case in problem.cases)
    if not worth:
        return f"{name}: no points."
    needed = all_of(problem.required_by(name))
    only = f"; none unless all of {needed} pass" if needed else ""
    if problem.groups[name].score_aggregation == "pass-fail":
        return f"{name}: {_points(worth)} if all {cases} cases pass, else none{only}."
    times = "; a case gives its share times its score" if problem.scored else ""
    return f"{name}: {_points(worth)}, shared evenly by {cases} case{'s' * (cases != 1)}{times}{only}."


def _points(number: float) -> str:
    return f"{number:g} point{'s' * (number != 1)}"


def deadline_words(deadline: Deadline) -> str:
    """Return when it is due and what lateness costs, as one sentence or two."""
    grace = f", and up to {span(deadline.grace_s)} later" if deadline.grace_s else ""
    due = f"On time until {_date(deadline.due)}{grace}."
    return f"{due} Later: {_price(deadline.penalty, deadline)}." if deadline.penalty else due


def _date(due: datetime) -> str:
    """Return it with its zone; one without is in the host's, which a student elsewhere can't know."""
    zone = getattr(due.tzinfo, "key", None) or zone_name(due)
    return f"{due:%Y-%m-%d %H:%M:%S} {zone}"


def _price(penalty: Deadline.Penalty, deadline: Deadline) -> str:
    price = f"{penalty.priced(penalty.amount)} less"
    if penalty.per_s:
        price += f" for each {span(penalty.per_s).removeprefix('1 ')} that has begun"
    price += "" if penalty.most is None else f", at most {penalty.priced(penalty.most)}"
    return price + (f", and nothing after {deadline.end}" if deadline.end else "")
