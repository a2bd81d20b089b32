"""When a problem is due, for who looks at it: the date of the package or course, what was set on the web since, and
their extension."""

from __future__ import annotations

import msgspec

from judge.classroom.gradebook.lateness import own_deadline
from judge.classroom.gradebook.terms import with_extensions, with_term
from judge.model import Problem
from judge.model.account import Account
from judge.model.deadline import Deadline
from judge.model.deed import Term
from judge.problems.places import package_folder
from judge.store import Store
from judge.web.site import Site


def deadline_of(site: Site, store: Store, problem: Problem, viewer: Account) -> Deadline | None:
    """Return when the viewer is to hand in; None without a deadline. JudgeError E507 or E482 where one can't be
    read."""
    terms = store.terms.of(problem.name)
    deadline = with_term(of_course(site, problem), terms.get("", Term())).deadline
    [student] = with_extensions([viewer.student], terms)
    return own_deadline(student, deadline) if deadline else None


def of_course(site: Site, problem: Problem) -> Problem:
    """Return the problem with the deadline that the course sets, if it does."""
    homeworks = site.course.homeworks if site.course else ()
    named = (one.deadline for one in homeworks if package_folder(one.problem).name == problem.name)
    return msgspec.structs.replace(problem, deadline=next(filter(None, named), problem.deadline))
