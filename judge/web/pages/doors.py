"""The doors: a link or an invitation becomes the session of a browser, and a token lets somebody's program in."""

from __future__ import annotations

import re
from shlex import quote
from typing import Final

from judge.errors import JudgeError
from judge.model import Account, Student
from judge.text import DAY_S
from judge.web.ask import Ask, Page, Redirect, RefusedError, WrongError, go_on, missing
from judge.web.auth import open_session
from judge.web.forms import find_made, secret_of

_OLD: Final = "This link is not valid any more."
_ASK: Final = "Ask an instructor for a new one."
_LONGEST: Final = 100  # characters of a name
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}")


def ask_in(ask: Ask) -> Page:
    """Show whom a link lets in. Only the form lets them in: so nobody is signed in by a page that loads the link."""
    found = _entrance(ask)
    account = ask.store.accounts.of(found.owner) if found.owner else None
    return ask.page("in.html", account=account, invited=not found.owner, secret=ask.path["secret"], wrong="")


def let_in(ask: Ask) -> Redirect:
    """Sign somebody in with a session that did not exist before."""
    found = _entrance(ask)
    account = ask.store.accounts.of(found.owner) if found.owner else _join(ask, found)
    if account is None:
        raise RefusedError(404, _OLD, _ASK)
    if ask.seen.session:
        ask.store.credentials.end(ask.seen.session.id)
    return Redirect("/", open_session(ask.store, account))


def out(ask: Ask) -> Redirect:
    """Sign out: the session is over for whoever has its cookie."""
    if ask.seen.session:
        ask.store.credentials.end(ask.seen.session.id)
    return Redirect("/", "")


def _entrance(ask: Ask) -> Account.Credential:
    if ask.link_of_path is None:
        raise RefusedError(404, _OLD, _ASK)
    return ask.link_of_path


def _join(ask: Ask, invitation: Account.Credential) -> Account | None:
    """Make an account of who was invited. None where somebody else has taken the last use of it meanwhile."""
    owner, name = ask.form.get("id", "").strip(), ask.line("name", _LONGEST)
    if not _ID.fullmatch(owner):
        raise WrongError(wrong="Write your id with letters, digits and . _ @ + - alone, at most 64 of them.")
    try:
        return ask.store.credentials.accept(invitation, Student(owner, name))
    except JudgeError as taken:
        if taken.code != "E505":
            raise
        wrong = "Somebody has this id already. Is it yours? Then ask an instructor for your link."
        raise WrongError(wrong=wrong) from None


# --- tokens: each is shown once ---------------------------------------------------------------------------------------
MOST: Final = 10  # of one account, at once
_FULL: Final = f"You have {MOST} tokens, which is as many as there may be. End one of them first."
_WORDS: Final = 60  # characters
_DONE: Final = {"ended": "The token has ended. It lets nobody in any more."}
_DAYS: Final = {"7": 7, "30": 30, "90": 90, "365": 365}


def make_token(ask: Ask) -> Page:
    """Make one, and show its secret: the only page that is the answer to a form, as nobody may see it again."""
    days = _DAYS.get(ask.form.get("days", "90"))
    if days is None:
        raise RefusedError(422, "A token can't last that long.", f"Choose one of {', '.join(_DAYS)} days.")
    words = ask.line("words", _WORDS)
    account, secret = ask.viewer, secret_of(ask, "token", words, str(days))
    with ask.store.at_once():
        if find_made(ask, "token", secret):
            return tokens(ask, secret=secret)
        if len(ask.store.credentials.of(account.owner, "token")) >= MOST:
            raise WrongError(wrong=_FULL)
        secret, _ = ask.store.credentials.make(
            "token", account, account.role, days * DAY_S, account.owner, words=words or "a program", secret=secret
        )
    return tokens(ask, secret=secret)


def end_token(ask: Ask) -> Redirect:
    """End one of one's own; it lets nobody in from now on."""
    number = ask.form.get("id", "")
    own = {str(one.id): one.id for one in ask.store.credentials.of(ask.viewer.owner, "token")}
    if number not in own:
        raise missing("token")
    ask.store.credentials.end(own[number])
    return go_on("/tokens", "ended")


def tokens(ask: Ask, secret: str = "") -> Page:
    """Show which tokens there are, and the secret of the one that was made now."""
    name = next((one.name for one in ask.site.open_problems(ask.store, ask.viewer)), "NAME")
    return ask.page(
        "tokens.html",
        rows=ask.store.credentials.of(ask.viewer.owner, "token"),
        secret=secret,
        commands=_commands(ask.site.settings.address, name, secret or "TOKEN"),
        wrong="",
        most=MOST,
        days=[*_DAYS],
        done=ask.done(_DONE),
    )


def _commands(address: str, problem: str, secret: str) -> dict[str, str]:
    """Return what to type, ready to be copied. The secret is no word of a command line that others on the machine can
    see, where that can be avoided."""
    target = quote(f"{address}/api/problems/{problem}/submissions")
    return {
        "curl": f'curl -F file=@mine.py -H "Authorization: Bearer {secret}" {target}',
        "export": f"export JUDGE_TOKEN={secret}",
        "submit": f"judge submit mine.py --problem {quote(problem)} --to {quote(address)}",
    }
