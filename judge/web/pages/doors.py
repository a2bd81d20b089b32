"""The door: a personal link or an invitation becomes the session of a browser."""

from __future__ import annotations

import re
from typing import Final

from judge.errors import JudgeError
from judge.model.account import Account, Credential
from judge.model.classroom import Student
from judge.web.ask import Ask
from judge.web.auth import SESSION_S, open_session
from judge.web.reply import Page, RefusedError, Reply, SignedIn

_OLD: Final = "This link is not valid any more."
_ASK: Final = "Ask an instructor for a new one."
_LONGEST: Final = 100  # characters of a name
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}")


def ask_in(ask: Ask) -> Page:
    """Show whom a link lets in. Only the form lets them in: so nobody is signed in by a page that loads the link."""
    found = _found(ask)
    account = ask.store.accounts.of(found.owner) if found.owner else None
    return ask.page("in.html", account=account, invited=not found.owner, secret=ask.path["secret"], wrong="")


def let_in(ask: Ask) -> Reply:
    """Sign somebody in with a session that did not exist before."""
    found = _found(ask)
    if found.owner:
        account = ask.store.accounts.of(found.owner)
        if account is None:
            raise RefusedError(404, _OLD, _ASK)
    else:
        made = _joined(ask, found)
        if isinstance(made, Page):
            return made
        account = made
    if ask.seen.session:
        ask.store.credentials.end(ask.seen.session.id)
    return SignedIn(open_session(ask.store, account), "/", SESSION_S)


def out(ask: Ask) -> SignedIn:
    """Sign out: the session is over for whoever has its cookie."""
    if ask.seen.session:
        ask.store.credentials.end(ask.seen.session.id)
    return SignedIn("")


def _found(ask: Ask) -> Credential:
    if ask.link_of_path is None:
        raise RefusedError(404, _OLD, _ASK)
    return ask.link_of_path


def _joined(ask: Ask, invitation: Credential) -> Account | Page:
    """Make an account of who was invited; show the form again where that can't be."""
    owner, name = ask.form.get("id", "").strip(), ask.line("name", _LONGEST)
    wrong = "Write your id with letters, digits and . _ @ + - alone, at most 64 of them."
    if _ID.fullmatch(owner):
        try:
            made = ask.store.credentials.accept(invitation, Student(owner, name))
        except JudgeError as taken:
            if taken.code != "E505":
                raise
            wrong = "Somebody has this id already. Is it yours? Then ask an instructor for your link."
        else:
            if made is None:
                raise RefusedError(404, _OLD, _ASK)
            return made
    words = {"account": None, "invited": True, "secret": ask.path["secret"], "wrong": wrong}
    return ask.page("in.html", status=422, **words)
