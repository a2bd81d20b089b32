"""People: who is behind an owner's key, who may come in and in which role, and what lets them in.

Tables hold keys; at the door each becomes a name, unless that is forgotten. Of accounts rows are only ever added; the
last one of an owner counts. What a class list says of somebody is their profile. It alone is replaced, as it is
personal and nobody needs old ones.

What lets somebody in are personal links, invitations, sessions of browsers, and tokens of programs. A secret is 128
random bits, given out once; stored is its SHA-256. It is found by that, through an index, so how long a question takes
says nothing of a secret that exists. A session ends at its time, however much it is used.
"""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata
from collections.abc import Iterable
from sqlite3 import Row

import msgspec

from judge.errors import JudgeError
from judge.model import Account, Student
from judge.store import codec
from judge.store.database import Database, noun_in


def shown(column: str) -> str:
    """Return in SQL the name behind the key in this column, as a row shows it; '' where the column names nobody."""
    known = f"SELECT person.name FROM person WHERE person.key = {column}"
    return f"coalesce(({known}), nullif('forgotten-' || {column}, 'forgotten-'), '')"


ID_LIMIT = 200  # characters
_STANDING = """
SELECT account.owner AS key, account.role, profile.facts FROM account
JOIN person ON person.key = account.owner JOIN profile ON profile.key = account.owner
WHERE account.id = (SELECT max(id) FROM account AS later WHERE later.owner = account.owner) AND account.role != ''
"""
_ROLE = "(SELECT role FROM account WHERE account.owner = credential.{} ORDER BY account.id DESC LIMIT 1)"
_SHOWN = f"""
SELECT *, {shown("owner")} AS name, CASE kind WHEN 'invitation' THEN role ELSE {_ROLE.format("owner")} END AS role_now,
    CASE author WHEN '' THEN '{Account.ROLES[-1]}' ELSE {_ROLE.format("author")} END AS role_of_author
FROM credential
"""
_OPEN = "ended_s IS NULL AND expires_s > ?"
_ENTRANCES = f"""
SELECT {shown("owner")} AS name, sum(kind = 'link' AND open) AS links, sum(kind = 'session' AND open) AS sessions,
    sum(kind = 'token' AND open) AS tokens, max(CASE kind WHEN 'session' THEN made_s END) AS signed_in_s
FROM (SELECT *, ended_s IS NULL AND expires_s > :now AS open FROM credential WHERE owner != '') GROUP BY owner
"""


class People:
    """Those of one store."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def key(self, name: str) -> str:
        """Return the key of this name, "" where nobody has it."""
        found = self._db.first("SELECT key FROM person WHERE name = ?", codec.plain(name))
        return str(found["key"]) if found else ""

    def enter(self, name: str) -> str:
        """Return the key of this name, a new one for a new name. Inside a transaction."""
        key = self.key(name)
        if not key:
            key = secrets.token_hex(8)
            self._db.add("INSERT INTO person VALUES (?, ?)", key, codec.plain(name))
        return key

    def enter_if(self, name: str) -> str:
        """Return the key of this name as `enter` does, "" where it is empty: nobody, or the command line."""
        return self.enter(name) if name else ""

    def knows(self, name: str) -> bool:
        """Say whether there is somebody of this name; there is not for one who was forgotten."""
        return bool(self.key(name))


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
        found = self._db.first(f"{_STANDING} AND account.owner = ?", self._people.key(owner))
        return _account(found) if found else None

    def last(self, owner: str) -> int:
        """Return the id of the last change of somebody's role, 0 where there is none."""
        return self._db.number("SELECT max(id) FROM account WHERE owner = ?", self._people.key(owner))

    def everybody(self) -> list[Account]:
        """Return all who have an account, by their names in the store."""
        return [_account(row) for row in self._db.ask(f"{_STANDING} ORDER BY person.name")]

    def enter(self, student: Student, role: Account.Role, author: str) -> Account:
        """Give an account, or another role to who has one; the profile is replaced. JudgeError E505 where the id can't
        be a name in the store, E513 where nobody would be host any more."""
        check_id(student.id)
        with self._db.writing():
            key = self._profile(student)
            self._give(key, role, author)
        return Account(student, role)

    def join(self, student: Student, role: Account.Role) -> Account:
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
        a_host = f"{_STANDING} AND account.role = 'host' AND account.owner"
        if role != "host" and self._db.ask(f"{a_host} = ?", key) and not self._db.ask(f"{a_host} != ?", key):
            raise JudgeError("E513", "nobody would be host any more", help="make somebody else a host first")
        self._db.insert("account", owner=key, role=role, author=self._people.enter_if(author), at_s=time.time())


def _account(row: Row) -> Account:
    return Account(codec.unpack(row["facts"], Student), row["role"])


def _shape(name: str) -> str:
    """Return what two ids that look alike have in common."""
    return unicodedata.normalize("NFKC", name).casefold()


def check_id(name: str) -> None:
    """Refuse an id that nobody could type, or that a page could not show on a line: JudgeError E505."""
    blank = name != name.strip() or not name.isprintable()
    faults = (
        (not name.strip(), "it is empty"),
        (len(name) > ID_LIMIT, f"it is longer than {ID_LIMIT} characters"),
        (blank, "it has a blank at an end, or a character that can't be seen"),
    )
    if why := next((why for holds, why in faults if holds), ""):
        repair = "give an id of visible characters, such as a matriculation number or an address"
        raise JudgeError("E505", f"{name[:ID_LIMIT]!r} can't be the id of an account: {why}", help=repair)


class Credentials:
    """Those of one store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database, people: People, accounts: Accounts) -> None:
        self._db, self._people, self._accounts = db, people, accounts

    def make(  # noqa: PLR0913 - what a credential is, each said once
        self,
        kind: Account.Credential.Kind,
        account: Account | None,
        role: Account.Role,
        lasts_s: float | None,
        author: str,
        *,
        words: str = "",
        most: int = 0,
        secret: str = "",
    ) -> tuple[str, Account.Credential]:
        """Make one, and return its secret, which nobody can ask for again. `lasts_s` None is the usual time of the
        kind. `role` is what an invitation makes somebody; with an account, its own role counts. `secret` is one that
        nobody can guess, "" for a random one."""
        secret = secret or secrets.token_urlsafe(Account.Credential.SECRET_BYTES)
        made_s = time.time()
        expires_s = made_s + (Account.Credential.LASTS_S[kind] if lasts_s is None else lasts_s)
        owner, given = (account.owner, account.role) if account else ("", role)
        words = codec.plain(words)
        with self._db.writing():
            people = {"owner": self._people.enter_if(owner), "author": self._people.enter_if(author)}
            facts = {"kind": kind, "role": given, "words": words, "most": most}
            times = {"made_s": made_s, "expires_s": expires_s}
            number = self._db.insert("credential", hash=_hash(secret), **people, **facts, **times)
        return secret, Account.Credential(number, kind, codec.plain(owner), given, made_s, expires_s, words, 0, most)

    def renew_links(self, accounts: Iterable[tuple[Account, str]], lasts_s: float, author: str) -> list[str]:
        """Make a personal link for each of these, with the secret beside it as in `make`, all of them or none. Return
        their secrets. The links that they had before end."""
        with self._db.writing():
            made = []
            for account, secret in accounts:
                self.end_all(account.owner, "link")
                made.append(self.make("link", account, account.role, lasts_s, author, secret=secret)[0])
            return made

    def has(self, secret: str) -> bool:
        """Say whether there is one of this secret, whether it lets anybody in or not."""
        return bool(self._db.ask("SELECT 1 FROM credential WHERE hash = ?", _hash(secret)))

    def find(self, kind: Account.Credential.Kind, secret: str, now_s: float) -> Account.Credential | None:
        """Return what this secret opens: nothing where it has ended, expired or was used up, where its owner has no
        account, or who made an invitation may not make one any more. Its role is the one that the owner has now."""
        found = self._db.first(f"{_SHOWN} WHERE hash = ? AND kind = ? AND {_OPEN}", _hash(secret), kind, now_s)
        return _credential(found) if found and _opens(found) else None

    def use(self, credential: Account.Credential) -> bool:
        """Count one use of an invitation; not where somebody else has taken the last one meanwhile, which is said."""
        left = "id = ? AND ended_s IS NULL AND (most = 0 OR used < most)"
        with self._db.writing():
            found = self._db.ask(f"SELECT 1 FROM credential WHERE {left}", credential.id)
            self._db.add(f"UPDATE credential SET used = used + 1 WHERE {left}", credential.id)
        return bool(found)

    def accept(self, invitation: Account.Credential, student: Student) -> Account | None:
        """Make the account that an invitation promises and count its use, both or neither. None where somebody else has
        taken the last use meanwhile; JudgeError E505 where the id can't be a name, or is somebody's."""
        with self._db.writing():
            return self._accounts.join(student, invitation.role) if self.use(invitation) else None

    def end(self, number: int) -> None:
        """Take one back; nothing happens where it has ended already."""
        self._db.add("UPDATE credential SET ended_s = ? WHERE id = ? AND ended_s IS NULL", time.time(), number)

    def end_all(self, owner: str, kind: Account.Credential.Kind | None = None) -> None:
        """Take back all that lets somebody in, or those of one kind."""
        if key := self._people.key(owner):
            self._db.add(
                "UPDATE credential SET ended_s = ? WHERE owner = ? AND ended_s IS NULL AND kind = coalesce(?, kind)",
                *(time.time(), key, kind),
            )

    def of(self, owner: str, kind: Account.Credential.Kind) -> list[Account.Credential]:
        """Return those of somebody that let them in, the newest first."""
        key = self._people.key(owner)
        return self._listed("owner = ? AND kind = ?", key, kind) if key else []

    def entrances(self) -> dict[str, Account.Entrances]:
        """Return what lets each owner in now, and when they signed in last."""
        found = self._db.ask(_ENTRANCES, now=time.time())
        return {row["name"]: noun_in(row, Account.Entrances) for row in found}

    def invitations(self) -> list[Account.Credential]:
        """Return the invitations that have not ended, used up or not, the newest first."""
        return self._listed("kind = 'invitation'")

    def _listed(self, which: str, *values: object) -> list[Account.Credential]:
        found = self._db.ask(f"{_SHOWN} WHERE {which} AND {_OPEN} ORDER BY id DESC", *values, time.time())
        return [_credential(row) for row in found if row["role_now"]]


def _opens(row: Row) -> bool:
    """Say whether a credential that has not ended lets somebody in: its owner, or somebody whom its author may still
    make what it says."""
    if row["kind"] != "invitation":
        return bool(row["role_now"])
    left = not row["most"] or row["used"] < row["most"]
    ranks = ("", *Account.ROLES)  # "" of an author who has no role any more
    return left and ranks.index(row["role_of_author"] or "") >= ranks.index(row["role"])


def _credential(row: Row) -> Account.Credential:
    return noun_in(row, Account.Credential, owner=row["name"], role=row["role_now"])


def _hash(secret: str) -> str:
    return hashlib.sha256(codec.plain(secret).encode()).hexdigest()
