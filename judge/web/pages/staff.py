"""The first page of staff: every homework with its dates and counts, and the way to all other pages; and the audit log,
page by page."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

import msgspec

from judge.errors import JudgeError
from judge.model import Problem
from judge.model.job import JobCounts
from judge.reports.scheme_words import deadline_words
from judge.reports.units import moment
from judge.web.ask import MOST_ID, Ask, whole
from judge.web.reply import Page
from judge.web.site import dated

_SHOWN: Final = 100  # lines of the log on a page
_LONGEST: Final = 200  # characters of a filter


class Homework(msgspec.Struct, frozen=True):
    """A problem, and what the course calls it. `due` says when it is due, or what is wrong with the dates; "" where it
    has no deadline."""

    name: str
    title: str
    label: str
    due: str
    counts: JobCounts


def overview(ask: Ask) -> Page:
    """Show all homeworks."""
    counts = ask.store.queue.counts()
    homeworks = [
        Homework(one.name, one.title, ask.site.homework(one), _due(ask, one), counts.get(one.name, JobCounts()))
        for one in ask.site.problems
    ]
    students = sum(one.role == "student" for one in ask.store.accounts.everybody())
    return ask.page("staff/overview.html", homeworks=homeworks, students=students, judges=ask.store.queue.judges())


def _due(ask: Ask, problem: Problem) -> str:
    try:
        deadline = dated(problem, ask.store).deadline
    except JudgeError as fault:  # the package has changed since the dates were set
        return f"{fault.message} [{fault.code}]: {fault.help}"
    return deadline_words(deadline) if deadline else ""


def log(ask: Ask) -> Page:
    """Show what was done, the newest first, or some of it. What was done about a host's account, hosts alone see."""
    what, who = (ask.query.get(name, "").strip()[:_LONGEST] for name in ("what", "who"))
    before_id = whole(ask.query.get("before", ""), MOST_ID)
    found = ask.store.deeds.latest(_SHOWN + 1, before_id, what, who, of_hosts=ask.viewer.may("host"))
    lines = [(moment(deed.at_s), deed) for _, deed in found[:_SHOWN]]
    chosen = {name: word for name, word in (("what", what), ("who", who)) if word}
    older = urlencode({**chosen, "before": found[_SHOWN - 1][0]}) if len(found) > _SHOWN else ""
    newest = urlencode(chosen) if before_id is not None else None
    kinds = ask.store.deeds.kinds()
    return ask.page("staff/log.html", lines=lines, what=what, who=who, kinds=kinds, older=older, newest=newest)
