"""What the forms of staff share: who may do what to whom, and where somebody goes on after a form."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final
from urllib.parse import urlencode

from judge.model.account import ROLES, Account, Role
from judge.web.ask import Ask
from judge.web.reply import Redirect, RefusedError, missing

_ABOVE: Final = "That is for somebody with a higher role."
_ASK: Final = "Ask a host."


def somebody(ask: Ask, owner: str) -> Account:
    """Return the account of this id. RefusedError 404 where there is none, 403 where it is above the viewer's."""
    found = ask.store.accounts.of(owner)
    if found is None:
        raise missing("person")
    allow(ask, found.role)
    return found


def allow(ask: Ask, role: Role) -> None:
    """Refuse what is about a role above the viewer's, with RefusedError 403."""
    if not ask.viewer.may(role):
        raise RefusedError(403, _ABOVE, _ASK)


def given_role(ask: Ask) -> Role:
    """Return the role that a form names. RefusedError 400 where it is none, 403 where it is above the viewer's."""
    found = next((role for role in ROLES if role == ask.form.get("role", "")), None)
    if found is None:
        raise RefusedError(400, "There is no such role.", f"Choose one of {', '.join(ROLES)}.")
    allow(ask, found)
    return found


def roles_of(viewer: Account) -> list[Role]:
    """Return the roles that the viewer may give."""
    return [role for role in ROLES if viewer.may(role)]


_SAID: Final = MappingProxyType(
    {
        "added": "The account is made. Now make a personal link for it.",
        "removed": "The account is removed. Their work stays.",
        "role": "The role is changed.",
        "ended": "It lets nobody in any more.",
        "roster": "The class list is entered.",
        "dates": "The dates are changed. Points are counted anew with them; nothing is judged again.",
        "extension": "The extension is changed.",
        "settled": "The match file is kept.",
        "uploaded": "The class is read. Nothing is handed in yet.",
        "handed-in": "All that is clear is handed in.",
        "discarded": "The upload is deleted here. Work that was handed in before stays.",
    }
)


def go_on(path: str, done: str, **words: str) -> Redirect:
    """Return the way to a page that says what was done."""
    return Redirect(f"{path}?{urlencode({**words, 'done': done})}")


def said(ask: Ask) -> str:
    """Return what the page says at its top, "" where nothing was done."""
    return ask.done(_SAID)
