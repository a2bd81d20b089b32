"""Handing in, by the form of a problem or as a program: one file, several, a zip of them, or a text that was pasted. It
is read as `judge grade` reads it in a class, and put into the queue.

Where it is not clear what is run, the page asks, and what was sent is in the page: nobody chooses their files a second
time.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final

import msgspec

from judge.classroom import read_upload
from judge.model import Job, Problem, Submission
from judge.reports import Html, join_html
from judge.submissions import LIMITS, handed_in, languages
from judge.text import capitalized
from judge.web.ask import Ask, Redirect, RefusedError, Sent, WrongError
from judge.web.forms import code_of
from judge.web.pages.problems import refusal_of
from judge.web.site import due_for

_NAME: Final = "mine.py"
_MOST_KEPT: Final = LIMITS.folder  # bytes that are sent back in a page
_WHICH: Final = "Send one program. Of several files, say which one is run."


class UnclearSentError(RefusedError):
    """It is not clear what is to be judged. `choices` are the files that might be run."""

    def __init__(self, words: str, choices: Sequence[str]) -> None:
        known = f"Send a source file, a notebook, or a zip of them. Known endings are {', '.join(languages().endings)}."
        super().__init__(422, words, _WHICH if choices else known)
        self.choices = tuple(choices)


def receive(ask: Ask, sent: Sequence[Sent], main: str = "") -> Job:
    """Queue a submission for the problem of the address, as of its first byte, and return its job; `main` names the
    file that is run, "" where that is clear. Where the newest counts it takes the place of one of theirs that waits;
    in a contest each counts. What came before with the same word `once` and the same bytes is the same submission, and
    nothing is queued.
    RefusedError 422 where nothing of it can be judged, 404 where it comes too early for a contest, 403 where it comes
    too late."""
    owner, problem = ask.viewer.owner, ask.problem
    contest = ask.site.contest_of(problem.name, ask.store)
    submission = _submission_of(problem, sent, main)
    code = code_of(ask, submission.problem, str(submission.path), submission.sha256)
    if held := ask.store.queue.job(code):
        return held
    if words := refusal_of(ask, contest):
        raise RefusedError(403, words, "Your submission was not kept.")
    replaces = contest is None and problem.attempt == "newest"
    return ask.store.queue.add(problem.name, owner, owner, submission, ask.at_s, replaces=replaces, code=code)


def _submission_of(problem: Problem, sent: Sequence[Sent], main: str) -> Submission:
    if not sent:
        raise RefusedError(422, "Nothing was sent.", "Choose a file.")
    found, choices = read_upload(problem, [(one.path, one.name, one.body) for one in sent], main.strip())
    if found.doubt:
        where, what = found.doubt.where, found.doubt.what
        raise UnclearSentError(f"{where}: {what}." if where else f"{capitalized(what)}.", choices)
    name = PurePosixPath(found.main).stem
    submission = handed_in(name, problem.name, found.main, found.files, problem.programs)
    return msgspec.structs.replace(submission, remarks=found.remarks)


# --- by the form ------------------------------------------------------------------------------------------------------
class Doubt(msgspec.Struct, frozen=True):
    """What is asked: which of the `choices` is run. `kept` holds what was sent, "" where it is too long for a page."""

    words: str
    help: str
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    kept: Html = Html()


def hand_in(ask: Ask) -> Redirect:
    """Queue what was sent, and go to its page; or ask what is not clear."""
    sent = _gather(ask)
    if not sent:
        raise WrongError(doubt=Doubt("Nothing was sent.", "Choose a file, or paste a text, and hand in again."))
    try:
        job = receive(ask, sent, ask.form.get("main", ""))
    except UnclearSentError as unclear:
        raise _ask_main(ask, sent, unclear) from None
    _, deadline = due_for(ask.viewer.student, ask.problem, ask.store)
    late = "?done=late" if deadline and deadline.has_passed(job.at_s) else ""
    return Redirect(f"/submissions/{job.code}{late}")


def _gather(ask: Ask) -> list[Sent]:
    """Return the files, those that an earlier page has kept, and the text."""
    found = list(ask.files.get("file", ()))
    if kept := ask.form.get("kept", ""):
        found += _unpack(kept)
    text = ask.form.get("text", "").replace("\r\n", "\n")
    if text.strip():
        name = ask.form.get("name", "").strip() or _NAME
        found.append(Sent(name.replace("\\", "/").rpartition("/")[2][:255] or _NAME, text.encode(), ""))
    return found


def _ask_main(ask: Ask, sent: Sequence[Sent], unclear: UnclearSentError) -> WrongError:
    choices = unclear.choices if len(unclear.choices) > 1 else ()
    kept = _pack(sent) if choices else Html()
    names = tuple(one.path or one.name for one in sent)
    doubt = Doubt(unclear.words, unclear.help, choices if kept else (), names, kept)
    text = "" if kept else ask.form.get("text", "")
    return WrongError(doubt=doubt, typed=(ask.form.get("name", ""), join_html(text)) if text.strip() else None)


def _pack(sent: Sequence[Sent]) -> Html:
    """Return files as text for a field of a form: base64, so nothing in it is mark-up."""
    if sum(len(one.body) for one in sent) > _MOST_KEPT:
        return Html()
    return Html(base64.b64encode(msgspec.msgpack.encode(list(sent))).decode())


def _unpack(text: str) -> list[Sent]:
    """Return the files in a field. RefusedError 422 where it is not as `_pack` has written it."""
    try:
        return msgspec.msgpack.decode(base64.b64decode(text, validate=True), type=list[Sent])
    except (ValueError, msgspec.MsgspecError) as fault:
        raise RefusedError(422, "The files that were sent first are gone.", "Choose your files again.") from fault
