"""Accounts: who may come in, and in which role. Rows are only ever added; the last one of an owner counts.

What a class list says of somebody is their profile. It alone is replaced, as it is personal and nobody needs old ones.
"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterable
from sqlite3 import Row

import msgspec

from judge.errors import JudgeError
from judge.model.account import Account, Role
from judge.model.classroom import Student
from judge.store import codec
from judge.store.database import Database
from judge.store.people import People

ID_LIMIT = 200  # characters
_STANDING = """
SELECT account.owner AS key, account.role, profile.facts FROM account
JOIN person ON person.key = account.owner JOIN profile ON profile.key = account.owner
WHERE account.id = (SELECT max(id) FROM account AS later WHERE later.owner = account.owner) AND account.role != ''
"""


class Entered(msgspec.Struct, frozen=True):
    """What a class list has changed: how many accounts are new, and of how many others the profile was written anew."""

    made: int
    renewed: int


class Accounts:
    """Those of one store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database, people: People) -> None:
        self._db, self._people = db, people

    def of(self, owner: str) -> Account | None:
        """Return somebody's account; None for nobody, and for one whose role was taken away."""
        found = self._db.ask(f"{_STANDING} AND account.owner = ?", self._people.key(owner))
        return _account(found[0]) if found else None

    def last(self, owner: str) -> int:
        """Return the id of the last change of somebody's role, 0 where there is none."""
        [(last,)] = self._db.ask("SELECT max(id) FROM account WHERE owner = ?", self._people.key(owner))
        return int(last or 0)

    def everybody(self) -> list[Account]:
        """Return all who have an account, by their names in the store."""
        return [_account(row) for row in self._db.ask(f"{_STANDING} ORDER BY person.name")]

    def role(self, key: str) -> Role | None:
        """Return the role of who is behind a key; None where there is no account."""
        found = self._db.ask("SELECT role FROM account WHERE owner = ? ORDER BY id DESC LIMIT 1", key)
        return found[0]["role"] or None if found else None

    def enter(self, student: Student, role: Role, author: str) -> Account:
        """Give an account, or another role to who has one; the profile is replaced. JudgeError E505 where the id can't
        be a name in the store, E513 where nobody would be host any more."""
        check_id(student.id)
        with self._db.writing():
            key = self._profile(student)
            self._give(key, role, author)
        return Account(student, role)

    def join(self, student: Student, role: Role) -> Account:
        """Make an account for somebody who has typed their own id. JudgeError E505 where it can't be a name in the
        store, or is somebody's already: this may be another one."""
        check_id(student.id)
        with self._db.writing():
            shape = _shape(student.id)
            if any(_shape(row["name"]) == shape for row in self._db.ask("SELECT name FROM person")):
                repair = "if it is yours, ask for a personal link; else type your own id"
                raise JudgeError("E505", f"{student.id!r} is somebody's id already", help=repair)
            return self.enter(student, role, student.id)

    def enter_all(self, students: Iterable[Student], author: str) -> Entered:
        """Enter a class list, all of it or nothing: new ones as students. Others keep their role, and get the new
        profile. JudgeError E505 where an id can't be a name in the store."""
        listed = list(students)
        for student in listed:
            check_id(student.id)
        with self._db.writing():
            held = {str(row["key"]) for row in self._db.ask(_STANDING)}
            keys = {self._profile(student) for student in listed}
            for key in keys - held:
                self._give(key, "student", author)
        return Entered(len(keys - held), len(keys & held))

    def remove(self, owner: str, author: str) -> None:
        """Take somebody's role away, and end all that lets them in. What they handed in stays. JudgeError E513 for the
        last host."""
        with self._db.writing():
            if key := self._people.key(owner):
                self._give(key, "", author)
                self._db.add("UPDATE credential SET ended_s = ? WHERE owner = ? AND ended_s IS NULL", time.time(), key)

    def _profile(self, student: Student) -> str:
        key = self._people.enter(student.id)
        self._db.add("INSERT OR REPLACE INTO profile VALUES (?, ?)", key, codec.pack(student))
        return key

    def _give(self, key: str, role: str, author: str) -> None:
        if role != "host" and self.role(key) == "host":
            self._keep_a_host(key)
        self._db.insert("account", owner=key, role=role, author=self._people.enter_if(author), at_s=time.time())

    def _keep_a_host(self, key: str) -> None:
        """Refuse to take the role of host away from the last one. Inside the transaction that would do it."""
        if not any(row["role"] == "host" and row["key"] != key for row in self._db.ask(_STANDING)):
            repair = "make somebody else a host first"
            raise JudgeError("E513", "nobody would be host any more", help=repair)


def _account(row: Row) -> Account:
    return Account(codec.unpack(row["facts"], Student), row["role"])


def _shape(name: str) -> str:
    """Return what two ids that look alike have in common."""
    return unicodedata.normalize("NFKC", name).casefold()


def check_id(name: str) -> None:
    """Refuse an id that nobody could type, or that a page could not show on a line: JudgeError E505."""
    if why := _fault(name):
        repair = "give an id of visible characters, such as a matriculation number or an address"
        raise JudgeError("E505", f"{name[:ID_LIMIT]!r} can't be the id of an account: {why}", help=repair)


def _fault(name: str) -> str:
    """Return why this can't be an id; "" where it can."""
    if not name.strip():
        return "it is empty"
    if len(name) > ID_LIMIT:
        return f"it is longer than {ID_LIMIT} characters"
    if name != name.strip() or not name.isprintable():
        return "it has a blank at an end, or a character that can't be seen"
    return ""
