"""Handing in by the form of a problem: files, or a text that was pasted. Where it is not clear what is run, the page
asks, and what was sent is in the page: nobody chooses their files a second time."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Final

import msgspec

from judge.reports.page.html import Html, joined
from judge.submissions.folder import FOLDER_LIMIT
from judge.web.ask import Ask, Sent
from judge.web.handing_in import UnclearSentError, receive
from judge.web.pages.problem import words_of
from judge.web.reply import Page, Redirect, RefusedError, Reply
from judge.web.site import dated, deadline_of, is_late

_NAME: Final = "mine.py"
_MOST_KEPT: Final = FOLDER_LIMIT  # bytes that are sent back in a page


class Doubt(msgspec.Struct, frozen=True):
    """What is asked: which of the `choices` is run. `kept` holds what was sent, "" where it is too long for a page."""

    words: str
    help: str
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    kept: Html = Html()


class Typed(msgspec.Struct, frozen=True):
    """A text as it was pasted, whole, and the name that it was given."""

    name: str
    text: Html


def hand_in(ask: Ask) -> Reply:
    """Queue what was sent, and go to its page; or ask what is not clear."""
    sent = _sent(ask)
    if not sent:
        return _page(ask, Doubt("Nothing was sent.", "Choose a file, or paste a text, and hand in again."))
    try:
        received = receive(ask, sent, ask.form.get("main", ""))
    except UnclearSentError as unclear:
        return _asked(ask, sent, unclear)
    problem = dated(ask.problem, ask.store)
    late = is_late(deadline_of(problem, ask.viewer.student, ask.store), received.job.at_s)
    return Redirect(f"/submissions/{received.job.code}{'?done=late' * late}")


def _sent(ask: Ask) -> list[Sent]:
    """Return the files, those that an earlier page has kept, and the text."""
    found = list(ask.files.get("file", ()))
    if kept := ask.form.get("kept", ""):
        found += _unpacked(kept)
    text = ask.form.get("text", "").replace("\r\n", "\n")
    if text.strip():
        name = ask.form.get("name", "").strip() or _NAME
        found.append(Sent(name.replace("\\", "/").rpartition("/")[2][:255] or _NAME, text.encode(), ""))
    return found


def _asked(ask: Ask, sent: Sequence[Sent], unclear: UnclearSentError) -> Page:
    choices = unclear.choices if len(unclear.choices) > 1 else ()
    kept = _packed(sent) if choices else Html()
    names = tuple(one.path or one.name for one in sent)
    doubt = Doubt(unclear.words, unclear.help, choices if kept else (), names, kept)
    return _page(ask, doubt, None if kept else _typed(ask))


def _page(ask: Ask, doubt: Doubt, typed: Typed | None = None) -> Page:
    return ask.page("problem.html", status=422, **{**words_of(ask), "doubt": doubt, "typed": typed})


def _typed(ask: Ask) -> Typed | None:
    """Return the text of the form, to be put right in it."""
    text = ask.form.get("text", "")
    return Typed(ask.form.get("name", ""), joined(text)) if text.strip() else None


def _packed(sent: Sequence[Sent]) -> Html:
    """Return files as text for a field of a form: base64, so nothing in it is mark-up."""
    if sum(len(one.body) for one in sent) > _MOST_KEPT:
        return Html()
    return Html(base64.b64encode(msgspec.msgpack.encode(list(sent))).decode())


def _unpacked(text: str) -> list[Sent]:
    """Return the files in a field. RefusedError 422 where it is not as `_packed` has written it."""
    try:
        return msgspec.msgpack.decode(base64.b64decode(text, validate=True), type=list[Sent])
    except (ValueError, msgspec.MsgspecError) as fault:
        raise RefusedError(422, "The files that were sent first are gone.", "Choose your files again.") from fault
