"""The first page of staff: every homework with its dates and counts, and the way to all other pages; and the audit log,
page by page.

And when a homework is due, changed by hand for the class or for one student. The words are those of problem.toml and of
a class list, and what is wrong with them is said at their field."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

import msgspec

from judge.classroom import own_deadline, with_extensions, with_term
from judge.errors import JudgeError, ValueFault
from judge.model import Deadline, Job, Problem, Student
from judge.problems import read_deadline, read_extension
from judge.reports import deadline_words
from judge.web.ask import MOST_ID, Ask, Page, RefusedError, Reply, WrongError, go_on, whole
from judge.web.site import with_deadline

_SHOWN: Final = 100  # lines of the log on a page
_LONGEST: Final = 200  # characters of a filter or a field
_NONE: Final = "There is no deadline."
_DONE: Final = {
    "dates": "The dates are changed. Points are counted anew with them; nothing is judged again.",
    "extension": "The extension is changed.",
}


def overview(ask: Ask) -> Page:
    """Show all homeworks: what the course calls each, when it is due, and how much was handed in."""
    counts = ask.store.queue.counts()
    homeworks = [
        (one, ask.site.homework(one), _due_now(ask, one), counts.get(one.name, Job.Counts()))
        for one in ask.site.problems
    ]
    words: dict[str, Any] = {"homeworks": homeworks, "students": len(ask.students), "judges": ask.store.queue.judges()}
    return ask.page("staff/overview.html", **words)


def _due_now(ask: Ask, problem: Problem) -> str:
    try:
        return _due(with_deadline(problem, ask.store))
    except JudgeError as fault:  # the package has changed since the dates were set
        return f"{fault.message} [{fault.code}]: {fault.help}"


def log(ask: Ask) -> Page:
    """Show what was done, the newest first, or some of it. What was done about a host's account, hosts alone see."""
    what, who = (ask.query.get(name, "").strip()[:_LONGEST] for name in ("what", "who"))
    before_id = whole(ask.query.get("before", ""), MOST_ID)
    found = ask.store.deeds.latest(_SHOWN + 1, before_id, what, who, of_hosts=ask.viewer.may("host"))
    chosen = {name: word for name, word in (("what", what), ("who", who)) if word}
    return ask.page(
        "staff/log.html",
        lines=[deed for _, deed in found[:_SHOWN]],
        what=what,
        who=who,
        kinds=ask.store.deeds.kinds(),
        older=urlencode({**chosen, "before": found[_SHOWN - 1][0]}) if len(found) > _SHOWN else "",
        newest=urlencode(chosen) if before_id is not None else None,
    )


# --- when a homework is due ------------------------------------------------------------------------------------------
def change_terms(ask: Ask) -> Reply:
    """Change the dates of the class, or one student's extension."""
    return _of_student(ask) if "id" in ask.form else _of_class(ask)


def _of_class(ask: Ask) -> Reply:
    words = {key: _field(ask, key) for key in Deadline.KEYS}
    try:
        read_deadline({key: word or None for key, word in words.items()}, ask.problem.deadline)
    except ValueFault as fault:
        raise WrongError(form=words, wrong={fault.key: f"{fault.what}: {fault.help}"}) from None
    return _set(ask, "", Deadline.Term(**words), "dates")


def _of_student(ask: Ask) -> Reply:
    owner, words = ask.form["id"].strip()[:_LONGEST], _field(ask, "extension")
    wrong = {}
    account = ask.store.accounts.of(owner)
    if account is None or account.role != "student":
        wrong["id"] = "Nobody of the class has this id: write it as the list of people has it."
    try:
        read_extension(words)
    except ValueFault as fault:
        wrong["extension"] = f"{fault.what}: {fault.help}"
    if wrong:
        raise WrongError(longer_form={"id": owner, "extension": words}, wrong=wrong)
    return _set(ask, owner, Deadline.Term(extension=words), "extension")


def _set(ask: Ask, owner: str, term: Deadline.Term, done: str) -> Reply:
    name = ask.problem.name
    with ask.store.at_once():
        ask.check_seen(_version(ask))
        ask.store.terms.set(name, owner, term, ask.viewer.owner, time.time())
    told = "; ".join(f"{key.replace('_', ' ')} {word}" for key, word in msgspec.structs.asdict(term).items() if word)
    ask.write_down(f"{done} changed", about=owner, problem=name, words=told or "as before")
    return go_on(f"/staff/problems/{name}/terms", done)


def show_terms(ask: Ask) -> Page:
    """Show the dates that hold, and the forms that change them."""
    problem, terms = ask.problem, ask.store.terms.of(ask.problem.name)
    held, fault = _with_terms(problem, terms)
    longer = [one for one in with_extensions([one.student for one in ask.students], terms) if one.extension]
    return ask.page(
        "staff/terms.html",
        problem=problem,
        own=_due(problem),
        held=fault or _due(held),
        set_here="" in terms,
        longer=[(one, _until(one, held.deadline), one.id in terms) for one in longer],  # the last: set here, by hand
        form=msgspec.structs.asdict(terms.get("", Deadline.Term())),
        longer_form={"id": "", "extension": ""},
        wrong={},
        seen=_version(ask),
        done=ask.done(_DONE),
    )


def _version(ask: Ask) -> str:
    """Return what tells the dates that are set now from others."""
    return str(ask.store.terms.last(ask.problem.name))


def _with_terms(problem: Problem, terms: Mapping[str, Deadline.Term]) -> tuple[Problem, str]:
    """Return the problem with the dates that hold, and what is wrong with those that were set."""
    try:
        return with_term(problem, terms.get("", Deadline.Term())), ""
    except JudgeError as fault:  # the package has changed since they were set
        return problem, f"{fault.message} [{fault.code}]"


def _until(student: Student, deadline: Deadline | None) -> str:
    """Return a student's own deadline without what is the same for all."""
    if deadline is None:
        return "no deadline"
    try:
        own = msgspec.structs.replace(own_deadline(student, deadline), grace_s=0, penalty=None)
    except JudgeError as fault:
        return f"{fault.message} [{fault.code}]"
    return deadline_words(own).removeprefix("On time until ").rstrip(".")


def _field(ask: Ask, name: str) -> str:
    words = ask.form.get(name, "").strip()
    if len(words) > _LONGEST:
        raise RefusedError(400, f"Write at most {_LONGEST} characters.")
    return words


def _due(problem: Problem) -> str:
    """Return when a problem is due and what lateness costs."""
    return deadline_words(problem.deadline) if problem.deadline else _NONE
