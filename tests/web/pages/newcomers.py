"""Somebody new on a site that several tests share: nobody whom another test has changed, or worn out."""

from __future__ import annotations

import itertools

from judge.model.account import Role
from judge.model.classroom import Student
from tests.web.sites import TestSite

_NUMBERS = itertools.count(1)


def newcomer(site: TestSite, role: Role = "student") -> str:
    """Give somebody new an account, and return the id."""
    owner = f"{role}-{next(_NUMBERS)}"
    with site.store() as store:
        store.accounts.enter(Student(owner, owner.title()), role, "")
    return owner
