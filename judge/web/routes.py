"""The one table of what can be asked for: method, path, who may, and the function that answers.

A test walks all of it as nobody and as each role. `{problem}` and `{job}` in a path are looked up before the handler is
called; with a rule that says `own`, the job must be the viewer's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from judge.model import Account
from judge.web import operations, responses
from judge.web.ask import Ask, Page, Reply
from judge.web.limits import (
    BOARDS,
    CLASS,
    CLASSES,
    DOORS,
    FILES,
    FORMS,
    HEALTH,
    PAGES,
    SMALL,
    SUBMISSION,
    SUBMISSIONS,
    Rate,
)
from judge.web.pages import (
    api,
    class_upload,
    contest,
    doors,
    gradebook,
    hand_in,
    people,
    problems,
    queue,
    regrade,
    staff,
    submission,
)


class Rule(msgspec.Struct, frozen=True):
    """Who may do what. `least` is the role that is needed; None: nobody has to sign in. With `own` the job of the path
    must be the viewer's, or the viewer a grader. With `token` a program may come, with that in place of a session."""

    least: Account.Role | None
    own: bool = False
    token: bool = False

    def lets_in(self, viewer: Account | None) -> bool:
        """Say whether the viewer has the role."""
        return self.least is None or (viewer is not None and viewer.may(self.least))


class ProgramRule(Rule, frozen=True):
    """One of programs alone: a page of somebody else's could send a session along."""


ANYBODY: Final = Rule(None)
SIGNED_IN: Final = Rule("student")
OWN: Final = Rule("student", own=True)
GRADER: Final = Rule("grader")
GRADER_PROGRAM: Final = Rule("grader", token=True)
INSTRUCTOR: Final = Rule("instructor")
HOST: Final = Rule("host")
PROGRAM: Final = ProgramRule("student", token=True)
OWN_PROGRAM: Final = ProgramRule("student", own=True, token=True)


class Route(msgspec.Struct, frozen=True, eq=False):
    """A row. `most` bounds what may be sent, in bytes. `rate` is None where it is that of all pages, or of all forms.
    `anew` makes the page that is shown again with why nothing was done: it was an old one (`Ask.check_seen`), the form
    says what can't be (`WrongError`), or the judge refuses it (JudgeError)."""

    method: Literal["GET", "POST"]
    path: str
    rule: Rule
    handler: Callable[[Ask], Reply]
    rate: Rate | None = None
    most: int = SMALL
    anew: Callable[[Ask], Page] | None = None

    @property
    def bucket(self) -> Rate:
        """Return how often somebody may ask for it."""
        return self.rate or (PAGES if self.method == "GET" else FORMS)


ROUTES: Final = (
    # --- the door ---
    Route("GET", "/", ANYBODY, problems.home),
    Route("GET", "/in/{secret}", ANYBODY, doors.ask_in, DOORS),
    Route("POST", "/in/{secret}", ANYBODY, doors.let_in, DOORS, anew=doors.ask_in),
    Route("POST", "/out", SIGNED_IN, doors.out),
    Route("GET", "/static/{name}", ANYBODY, responses.static, FILES),
    # --- students ---
    Route("GET", "/problems/{problem}", SIGNED_IN, problems.problem),
    Route("GET", "/problems/{problem}/starter", SIGNED_IN, problems.starter),
    Route("GET", "/problems/{problem}/samples/{case}", SIGNED_IN, problems.sample),
    Route("GET", "/problems/{problem}/submissions", SIGNED_IN, submission.history),
    Route(
        "POST", "/problems/{problem}/submissions", SIGNED_IN, hand_in.hand_in, SUBMISSIONS, SUBMISSION, problems.problem
    ),
    Route("GET", "/problems/{problem}/board", SIGNED_IN, problems.board),
    Route("GET", "/problems/{problem}/board/events", SIGNED_IN, problems.events, FILES),
    Route("GET", "/submissions/{job}", OWN, submission.submission),
    Route("GET", "/submissions/{job}/events", OWN, submission.events, FILES),
    Route("GET", "/submissions/{job}/feedback", OWN, submission.feedback_part),
    Route("GET", "/submissions/{job}/files/{number}", OWN, submission.file),
    Route("GET", "/submissions/{job}/diff", OWN, submission.diff),
    # --- graders and instructors ---
    Route("GET", "/staff", GRADER, staff.overview),
    Route("GET", "/staff/log", INSTRUCTOR, staff.log),
    Route("GET", "/staff/problems/{problem}/terms", INSTRUCTOR, staff.show_terms),
    Route("POST", "/staff/problems/{problem}/terms", INSTRUCTOR, staff.change_terms, anew=staff.show_terms),
    Route("GET", "/staff/problems/{problem}/class", INSTRUCTOR, class_upload.show, FORMS),
    Route(
        "POST", "/staff/problems/{problem}/class", INSTRUCTOR, class_upload.upload, CLASSES, CLASS, class_upload.show
    ),
    Route("GET", "/staff/problems/{problem}/class/match", INSTRUCTOR, class_upload.match_file, FORMS),
    Route("POST", "/staff/problems/{problem}/class/hand-in", INSTRUCTOR, class_upload.hand_in, anew=class_upload.show),
    Route("POST", "/staff/problems/{problem}/class/discard", INSTRUCTOR, class_upload.discard, anew=class_upload.show),
    Route("GET", "/staff/people", INSTRUCTOR, people.everybody),
    Route("GET", "/staff/people/person", INSTRUCTOR, people.person),
    Route("POST", "/staff/people/add", INSTRUCTOR, people.add, anew=people.everybody),
    Route("POST", "/staff/people/role", INSTRUCTOR, people.change_role, anew=people.person),
    Route("POST", "/staff/people/remove", INSTRUCTOR, people.remove, anew=people.person),
    Route("POST", "/staff/people/roster", INSTRUCTOR, people.compare, most=people.LIST),
    Route("POST", "/staff/people/roster/apply", INSTRUCTOR, people.enter, most=people.LIST, anew=people.compare),
    Route("POST", "/staff/people/link", INSTRUCTOR, people.make_link),
    Route("POST", "/staff/people/links", INSTRUCTOR, people.make_links),
    Route("POST", "/staff/people/invite", INSTRUCTOR, people.invite),
    Route("POST", "/staff/people/end", INSTRUCTOR, people.end),
    Route("GET", "/staff/problems/{problem}", GRADER, gradebook.show_class),
    Route("GET", "/staff/problems/{problem}/student", GRADER, gradebook.show_student),
    Route("POST", "/staff/problems/{problem}/student/mark", GRADER, gradebook.mark, anew=gradebook.show_student),
    Route("GET", "/staff/problems/{problem}/regrade", INSTRUCTOR, regrade.show_regrade),
    Route("GET", "/staff/problems/{problem}/regrade/events", INSTRUCTOR, regrade.events),
    Route("POST", "/staff/problems/{problem}/regrade", INSTRUCTOR, regrade.begin, anew=regrade.show_regrade),
    Route("POST", "/staff/problems/{problem}/regrade/apply", INSTRUCTOR, regrade.apply, anew=regrade.show_regrade),
    Route("POST", "/staff/problems/{problem}/regrade/cancel", INSTRUCTOR, regrade.cancel, anew=regrade.show_regrade),
    Route("GET", "/staff/queue", GRADER, queue.show),
    Route("GET", "/staff/queue/events", GRADER, queue.events, FILES),
    Route("GET", "/staff/queue/again", HOST, queue.ask_again),
    Route("POST", "/staff/queue/again", HOST, queue.judge_again),
    Route("GET", "/staff/problems/{problem}/exports", INSTRUCTOR, gradebook.show_exports),
    Route(
        "POST",
        "/staff/problems/{problem}/exports/{name}",
        INSTRUCTOR,
        gradebook.export,
        FORMS,
        SUBMISSION,
        gradebook.show_exports,
    ),
    Route("GET", "/staff/course", GRADER, gradebook.show_course),
    Route("POST", "/staff/course", GRADER, gradebook.download_course),
    # --- contests ---
    Route("GET", "/contest", ANYBODY, contest.contest, BOARDS),
    Route("GET", "/contest/events", ANYBODY, contest.events, FILES),
    Route("GET", "/contest/beamer", ANYBODY, contest.beamer, BOARDS),
    Route("GET", "/contest/feed", GRADER, contest.feed),
    Route("GET", "/contest/json", GRADER, contest.board_json),
    Route("GET", "/contest/reveal", HOST, contest.reveal, anew=contest.contest),
    Route("GET", "/contest/sure", HOST, contest.sure, anew=contest.contest),
    Route("POST", "/contest/{word}", HOST, contest.say, anew=contest.contest),
    # --- programs ---
    Route("GET", "/tokens", SIGNED_IN, doors.tokens),
    Route("POST", "/tokens", SIGNED_IN, doors.make_token, anew=doors.tokens),
    Route("POST", "/tokens/end", SIGNED_IN, doors.end_token),
    Route("GET", "/api/problems", PROGRAM, api.problems),
    Route("POST", "/api/problems/{problem}/submissions", PROGRAM, api.submit, SUBMISSIONS, SUBMISSION),
    Route("GET", "/api/submissions/{job}", OWN_PROGRAM, api.submission),
    Route("GET", "/api/submissions/{job}/result", OWN_PROGRAM, api.result),
    # --- operations ---
    Route("GET", "/health", ANYBODY, operations.health, HEALTH),
    Route("GET", "/metrics", GRADER_PROGRAM, operations.metrics),
)
