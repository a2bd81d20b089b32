"""The people of the site: the list, one person, the forms that add, change and remove, and who may do what to whom."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from judge.classroom.lateness import checked
from judge.errors import JudgeError
from judge.model.account import ROLES, Account, Credential, Entrances, Entry, Role
from judge.model.classroom import Student
from judge.reports.units import moment
from judge.store.people import check_id
from judge.web.ask import Ask, whole
from judge.web.reply import Page, RefusedError, Reply, go_on, missing

_FIELDS = ("id", "name", "email", "section", "group", "extension")
_MOST_PAGES = 99_999
_LONGEST = 200  # characters of a field
_SHOWN: Final = 200  # people on a page
_LISTED: tuple[Entry, ...] = ("link", "session", "token")
_DONE: Final = {
    "added": "The account is made. Now make a personal link for it.",
    "removed": "The account is removed. Their work stays.",
    "role": "The role is changed.",
    "ended": "It lets nobody in any more.",
    "roster": "The class list is entered.",
}


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
        raise RefusedError(403, "That is for somebody with a higher role.", "Ask a host.")


def given_role(ask: Ask) -> Role:
    """Return the role that a form names. RefusedError 400 where it is none, 403 where it is above the viewer's."""
    found = next((role for role in ROLES if role == ask.form.get("role", "")), None)
    if found is None:
        raise RefusedError(400, "There is no such role.", f"Choose one of {', '.join(ROLES)}.")
    allow(ask, found)
    return found


def _roles_of(viewer: Account) -> list[Role]:
    """Return the roles that the viewer may give."""
    return [role for role in ROLES if viewer.may(role)]


def person(ask: Ask) -> Page:
    """Show one account, and what can be done about it."""
    owner = ask.query.get("id", "")
    found = ask.store.accounts.of(owner)
    if found is None:
        raise missing("person")
    entrances = ask.store.credentials.entrances().get(owner, Entrances())
    return ask.page(
        "staff/person.html",
        account=found,
        signed_in=_signed_in(entrances),
        changeable=ask.viewer.may(found.role),
        held={kind: _shown(ask.store.credentials.of(owner, kind)) for kind in _LISTED},
        roles=_roles_of(ask.viewer),
        seen=_seen(ask, owner),
        done=ask.done(_DONE),
    )


def add(ask: Ask) -> Reply:
    """Give somebody an account who has none. What is wrong is said at its field."""
    role = given_role(ask)
    words = {name: ask.line(name, _LONGEST) for name in _FIELDS}
    student, wrong = msgspec.convert(words, Student), {}
    for field, check in (("id", check_id), ("extension", checked)):
        try:
            check(words[field])
        except JudgeError as fault:
            wrong[field] = f"{fault.message}: {fault.help}"
    with ask.store.at_once():
        if ask.store.accounts.of(student.id):
            wrong["id"] = "Somebody has this id already: look for it in the list below."
        if not wrong:
            ask.store.accounts.enter(student, role, ask.viewer.owner)
            ask.write_down("person added", about=student.id, words=role)
    if wrong:
        return everybody(ask, 422, form={**words, "role": role}, wrong=wrong)
    return go_on("/staff/people/person", "added", id=student.id)


def change_role(ask: Ask) -> Reply:
    """Give somebody another role; the last host keeps theirs."""
    with ask.store.at_once():
        found, role = somebody(ask, ask.form.get("id", "")), given_role(ask)
        ask.check_seen(_seen(ask, found.owner))
        if role != found.role:
            ask.store.accounts.enter(found.student, role, ask.viewer.owner)
            ask.write_down("role changed", about=found.owner, words=f"{found.role} to {role}")
    return go_on("/staff/people/person", "role", id=found.owner)


def remove(ask: Ask) -> Reply:
    """Take an account away, with all that lets its owner in."""
    if not ask.form.get("sure"):
        raise RefusedError(400, "Tick the box first: then you are sure.", "Go back to the page of the person.")
    with ask.store.at_once():
        found = somebody(ask, ask.form.get("id", ""))
        ask.check_seen(_seen(ask, found.owner))
        ask.store.accounts.remove(found.owner, ask.viewer.owner)
        ask.write_down("person removed", about=found.owner, words=found.role)
    return go_on("/staff/people", "removed")


def _seen(ask: Ask, owner: str) -> str:
    """Return what tells the role that somebody has now from another one."""
    return str(ask.store.accounts.last(owner))


def everybody(ask: Ask, status: int = 200, **more: Any) -> Page:
    """Show who has an account, and what lets others in; `more` are words of a form that was refused."""
    words, role = ask.query.get("q", "")[:_LONGEST], ask.query.get("role", "")
    known, entrances = ask.store.accounts.everybody(), ask.store.credentials.entrances()
    found = [one for one in known if _fits(one, words, role)]
    pages = max(1, -(-len(found) // _SHOWN))
    page = min(max(1, whole(ask.query.get("page", ""), _MOST_PAGES) or 1), pages)
    rows = [(one, entrances.get(one.owner, Entrances())) for one in found[(page - 1) * _SHOWN : page * _SHOWN]]
    form = {"form": {**dict.fromkeys(_FIELDS, ""), "role": "student"}, "wrong": {}, **more}
    return ask.page(
        "staff/people.html",
        status=status,
        rows=[(account, held, _signed_in(held)) for account, held in rows],
        found=len(found),
        known=len(known),
        page=page,
        pages=pages,
        sought={"words": words, "role": role},
        roles=_roles_of(ask.viewer),
        all_roles=ROLES,
        invitations=_invitations(ask),
        done=ask.done(_DONE),
        **form,
    )


def _fits(account: Account, words: str, role: str) -> bool:
    """Say whether all of the words are in fields of an account, and its role is this one; "" is all."""
    if role and account.role != role:
        return False
    one = account.student
    held = " ".join((one.id, one.name, one.email, one.login, one.section, one.group)).casefold()
    return all(word in held for word in words.casefold().split())


def _signed_in(entrances: Entrances) -> str:
    return moment(entrances.signed_in_s) or "never"


def _invitations(ask: Ask) -> list[tuple[Credential, str]]:
    """Return those that the viewer may end, with when they do so by themselves."""
    found = ask.store.credentials.invitations()
    return [(one, moment(one.expires_s)) for one in found if ask.viewer.may(one.role)]


def _shown(held: list[Credential]) -> list[tuple[str, str, str]]:
    return [(moment(one.made_s), moment(one.expires_s), one.words) for one in held]
