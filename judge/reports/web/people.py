"""Who has an account, as a page lists them: found by a search, a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from judge.model.account import Account, Entrances
from judge.reports.moments import moment

SHOWN: Final = 200  # people on a page


class PersonRow(msgspec.Struct, frozen=True):
    """One line: who, and how they come in. `changeable` says whether the viewer may change the account."""

    account: Account
    entrances: Entrances
    signed_in: str
    changeable: bool


class People(msgspec.Struct, frozen=True):
    """A page of the list. `found` are as many as the search finds, of `known` in all; pages count from 1."""

    rows: tuple[PersonRow, ...]
    found: int
    known: int
    page: int
    pages: int


class Sought(msgspec.Struct, frozen=True):
    """What is looked for: words that are part of any field, and a role; "" is all."""

    words: str = ""
    role: str = ""
    page: int = 1


def people(accounts: Iterable[Account], entrances: Mapping[str, Entrances], sought: Sought, viewer: Account) -> People:
    """Return the page of the list that is looked for."""
    everybody = list(accounts)
    found = [one for one in everybody if _fits(one, sought)]
    pages = max(1, -(-len(found) // SHOWN))
    page = min(max(1, sought.page), pages)
    shown = found[(page - 1) * SHOWN : page * SHOWN]
    rows = tuple(person_row(one, entrances.get(one.owner, Entrances()), viewer) for one in shown)
    return People(rows, len(found), len(everybody), page, pages)


def person_row(account: Account, entrances: Entrances, viewer: Account) -> PersonRow:
    """Return the line of one."""
    return PersonRow(account, entrances, moment(entrances.signed_in_s) or "never", viewer.may(account.role))


def _fits(account: Account, sought: Sought) -> bool:
    if sought.role and account.role != sought.role:
        return False
    one = account.student
    held = " ".join((one.id, one.name, one.email, one.login, one.section, one.group)).casefold()
    return all(word in held for word in sought.words.casefold().split())
