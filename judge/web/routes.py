"""The one table of what can be asked for: method, path, who may, and the function that answers.

A test walks all of it as nobody and as each role. `{problem}` and `{job}` in a path are looked up before the handler is
called; with a rule that says `own`, the job must be the viewer's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from judge.web import rates
from judge.web.ask import Ask
from judge.web.body import SMALL, SUBMISSION
from judge.web.pages import doors, files, home
from judge.web.pages.student import board, hand_in, history, problem, submission
from judge.web.rates import Rate
from judge.web.reply import Reply
from judge.web.rules import ANYBODY, OWN, SIGNED_IN, Rule


class Route(msgspec.Struct, frozen=True, eq=False):
    """A row. `most` bounds what may be sent, in bytes."""

    method: Literal["GET", "POST"]
    path: str
    rule: Rule
    handler: Callable[[Ask], Reply]
    rate: Rate = rates.PAGES
    most: int = SMALL


ROUTES: Final = (
    # --- the door ---
    Route("GET", "/", ANYBODY, home.home),
    Route("GET", "/in/{secret}", ANYBODY, doors.ask_in, rates.DOORS),
    Route("POST", "/in/{secret}", ANYBODY, doors.let_in, rates.DOORS),
    Route("POST", "/out", SIGNED_IN, doors.out, rates.FORMS),
    Route("GET", "/static/{name}", ANYBODY, files.static, rates.FILES),
    # --- students ---
    Route("GET", "/problems/{problem}", SIGNED_IN, problem.problem),
    Route("GET", "/problems/{problem}/starter", SIGNED_IN, problem.starter),
    Route("GET", "/problems/{problem}/samples/{case}", SIGNED_IN, problem.sample),
    Route("GET", "/problems/{problem}/submissions", SIGNED_IN, history.history),
    Route("POST", "/problems/{problem}/submissions", SIGNED_IN, hand_in.hand_in, rates.SUBMISSIONS, SUBMISSION),
    Route("GET", "/problems/{problem}/board", SIGNED_IN, board.board),
    Route("GET", "/problems/{problem}/board/events", SIGNED_IN, board.events),
    Route("GET", "/submissions/{job}", OWN, submission.submission),
    Route("GET", "/submissions/{job}/events", OWN, submission.events),
    Route("GET", "/submissions/{job}/files/{number}", OWN, submission.file),
    Route("GET", "/submissions/{job}/diff", OWN, history.diff),
    # --- graders and instructors ---
    # --- contests ---
    # --- the host ---
    # --- programs ---
)
