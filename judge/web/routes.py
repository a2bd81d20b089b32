"""The one table of what can be asked for: method, path, who may, and the function that answers.

A test walks all of it as nobody and as each role. `{problem}` and `{job}` in a path are looked up before the handler is
called; with a rule that says `own`, the job must be the viewer's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from judge.web import body, rates
from judge.web.ask import Ask
from judge.web.pages import doors, files, home
from judge.web.pages.grading import course, exports, overview, regrade, student
from judge.web.rates import Rate
from judge.web.reply import Reply
from judge.web.rules import ANYBODY, GRADER, INSTRUCTOR, SIGNED_IN, Rule


class Route(msgspec.Struct, frozen=True, eq=False):
    """A row. `most` bounds what may be sent, in bytes."""

    method: Literal["GET", "POST"]
    path: str
    rule: Rule
    handler: Callable[[Ask], Reply]
    rate: Rate = rates.PAGES
    most: int = body.SMALL


ROUTES: Final = (
    # --- the door ---
    Route("GET", "/", ANYBODY, home.home),
    Route("GET", "/in/{secret}", ANYBODY, doors.ask_in, rates.DOORS),
    Route("POST", "/in/{secret}", ANYBODY, doors.let_in, rates.DOORS),
    Route("POST", "/out", SIGNED_IN, doors.out, rates.FORMS),
    Route("GET", "/static/{name}", ANYBODY, files.static, rates.FILES),
    # --- students ---
    # --- graders and instructors ---
    Route("GET", "/staff/problems/{problem}", GRADER, overview.show_class),
    Route("GET", "/staff/problems/{problem}/student", GRADER, student.show_student),
    Route("POST", "/staff/problems/{problem}/student/mark", GRADER, student.mark, rates.FORMS),
    Route("GET", "/staff/problems/{problem}/regrade", INSTRUCTOR, regrade.show_regrade),
    Route("GET", "/staff/problems/{problem}/regrade/events", INSTRUCTOR, regrade.events),
    Route("POST", "/staff/problems/{problem}/regrade", INSTRUCTOR, regrade.begin, rates.FORMS),
    Route("POST", "/staff/problems/{problem}/regrade/apply", INSTRUCTOR, regrade.apply, rates.FORMS),
    Route("POST", "/staff/problems/{problem}/regrade/cancel", INSTRUCTOR, regrade.cancel, rates.FORMS),
    Route("GET", "/staff/problems/{problem}/exports", INSTRUCTOR, exports.show_exports),
    Route("POST", "/staff/problems/{problem}/exports/{name}", INSTRUCTOR, exports.export, rates.FORMS, body.SUBMISSION),
    Route("GET", "/staff/course", GRADER, course.show_course),
    Route("POST", "/staff/course", INSTRUCTOR, course.download_course, rates.FORMS),
    # --- contests ---
    # --- the host ---
    # --- programs ---
)
