"""Tokens: what lets a program of somebody's in. Each is shown once."""

from __future__ import annotations

from shlex import quote
from typing import Final

import msgspec

from judge.model.deadline import DAY_S
from judge.reports.moments import day
from judge.web.ask import Ask
from judge.web.forms import made_before, secret_of
from judge.web.reply import Page, Redirect, RefusedError, missing

MOST: Final = 10  # of one account, at once
_FULL: Final = f"You have {MOST} tokens, which is as many as there may be. End one of them first."
_WORDS: Final = 60  # characters
_DONE: Final = {"ended": "The token has ended. It lets nobody in any more."}
_DAYS: Final = {"7": 7, "30": 30, "90": 90, "365": 365}


def make(ask: Ask) -> Page:
    """Make one, and show its secret: the only page that is the answer to a form, as nobody may see it again."""
    days = _DAYS.get(ask.form.get("days", "90"))
    if days is None:
        raise RefusedError(422, "A token can't last that long.", f"Choose one of {', '.join(_DAYS)} days.")
    words = ask.line("words", _WORDS)
    account, secret = ask.viewer, secret_of(ask, "token", words, str(days))
    with ask.store.at_once():
        if made_before(ask, "token", secret):
            return show(ask, secret=secret)
        if len(ask.store.credentials.of(account.owner, "token")) >= MOST:
            return show(ask, wrong=_FULL)
        secret, _ = ask.store.credentials.make(
            "token", account, account.role, days * DAY_S, account.owner, words=words or "a program", secret=secret
        )
    return show(ask, secret=secret)


def end(ask: Ask) -> Redirect:
    """End one of one's own; it lets nobody in from now on."""
    number = ask.form.get("id", "")
    own = {str(one.id): one.id for one in ask.store.credentials.of(ask.viewer.owner, "token")}
    if number not in own:
        raise missing("token")
    ask.store.credentials.end(own[number])
    return Redirect("/tokens?done=ended")


def show(ask: Ask, secret: str = "", wrong: str = "") -> Page:
    """Show which tokens there are, and the secret of the one that was made now."""
    rows = [
        TokenRow(one.id, one.words, day(one.made_s), day(one.expires_s))
        for one in ask.store.credentials.of(ask.viewer.owner, "token")
    ]
    name = next((one.name for one in ask.site.open_problems(ask.store, ask.viewer)), "NAME")
    commands = Commands.of(ask.site.settings.address, name, secret or "TOKEN")
    words = {"rows": rows, "secret": secret, "commands": commands, "wrong": wrong, "most": MOST, "days": [*_DAYS]}
    return ask.page("tokens.html", status=422 if wrong else 200, done=ask.done(_DONE), **words)


class TokenRow(msgspec.Struct, frozen=True):
    """A token, without its secret."""

    id: int
    words: str
    made: str
    expires: str


class Commands(msgspec.Struct, frozen=True):
    """What to type, ready to be copied."""

    curl: str
    export: str
    submit: str

    @classmethod
    def of(cls, address: str, problem: str, secret: str) -> Commands:
        """Return them for a site at this address. The secret is no word of a command line that others on the machine
        can see, where that can be avoided."""
        target = quote(f"{address}/api/problems/{problem}/submissions")
        return cls(
            f'curl -F file=@mine.py -H "Authorization: Bearer {secret}" {target}',
            f"export JUDGE_TOKEN={secret}",
            f"judge submit mine.py --problem {quote(problem)} --to {quote(address)}",
        )
