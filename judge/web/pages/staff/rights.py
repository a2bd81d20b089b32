"""What staff may do to whom: nobody changes an account above their own, and nobody gives more than they have."""

from __future__ import annotations

from typing import Final

from judge.model.account import ROLES, Account, Role
from judge.web.ask import Ask
from judge.web.reply import RefusedError, missing

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
