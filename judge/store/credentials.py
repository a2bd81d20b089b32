"""What lets somebody in: personal links, invitations, sessions of browsers, and tokens of programs.

A secret is 128 random bits, given out once; stored is its SHA-256. It is found by that, through an index, so how long
a question takes says nothing of a secret that exists. A session ends at its time, however much it is used.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Iterable, Mapping
from sqlite3 import Row
from types import MappingProxyType
from typing import Final

from judge.model.account import ROLES, Account, Credential, Entrances, Entry, Role
from judge.model.classroom import Student
from judge.model.deadline import DAY_S
from judge.store import codec
from judge.store.accounts import Accounts
from judge.store.database import Database
from judge.store.people import People, shown

SECRET_BYTES: Final = 16
LASTS_S: Final[Mapping[Entry, float]] = MappingProxyType(  # where nobody says how long
    {"session": DAY_S / 2, "link": 30 * DAY_S, "invitation": 7 * DAY_S, "token": 90 * DAY_S}
)
_ROLE = "(SELECT role FROM account WHERE account.owner = credential.{} ORDER BY account.id DESC LIMIT 1)"
_SHOWN = f"""
SELECT *, {shown("owner")} AS name, CASE kind WHEN 'invitation' THEN role ELSE {_ROLE.format("owner")} END AS role_now,
    CASE author WHEN '' THEN '{ROLES[-1]}' ELSE {_ROLE.format("author")} END AS role_of_author
FROM credential
"""
_OPEN = "ended_s IS NULL AND expires_s > ?"
_ENTRANCES = f"""
SELECT {shown("owner")} AS name, sum(kind = 'link' AND open) AS links, sum(kind = 'session' AND open) AS sessions,
    sum(kind = 'token' AND open) AS tokens, max(CASE kind WHEN 'session' THEN made_s END) AS signed_in_s
FROM (SELECT *, ended_s IS NULL AND expires_s > :now AS open FROM credential WHERE owner != '') GROUP BY owner
"""


class Credentials:
    """Those of one store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database, people: People, accounts: Accounts) -> None:
        self._db, self._people, self._accounts = db, people, accounts

    def make(  # noqa: PLR0913 - what a credential is, each said once
        self,
        kind: Entry,
        account: Account | None,
        role: Role,
        lasts_s: float | None,
        author: str,
        *,
        words: str = "",
        most: int = 0,
        secret: str = "",
    ) -> tuple[str, Credential]:
        """Make one, and return its secret, which nobody can ask for again. `lasts_s` None is the usual time of the
        kind. `role` is what an invitation makes somebody; with an account, its own role counts. `secret` is one that
        nobody can guess, "" for a random one."""
        secret = secret or secrets.token_urlsafe(SECRET_BYTES)
        made_s = time.time()
        expires_s = made_s + (LASTS_S[kind] if lasts_s is None else lasts_s)
        owner, given = (account.owner, account.role) if account else ("", role)
        words = codec.plain(words)
        with self._db.writing():
            number = self._db.add(
                "INSERT INTO credential (hash, kind, owner, role, author, words, made_s, expires_s, most)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(_hash(secret), kind, self._people.enter_if(owner), given, self._people.enter_if(author), words),
                *(made_s, expires_s, most),
            )
        return secret, Credential(number, kind, codec.plain(owner), given, made_s, expires_s, words, 0, most)

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

    def find(self, kind: Entry, secret: str, now_s: float) -> Credential | None:
        """Return what this secret opens: nothing where it has ended, expired or was used up, where its owner has no
        account, or who made an invitation may not make one any more. Its role is the one that the owner has now."""
        found = self._db.ask(f"{_SHOWN} WHERE hash = ? AND kind = ? AND {_OPEN}", _hash(secret), kind, now_s)
        return _credential(found[0]) if found and _opens(found[0]) else None

    def use(self, credential: Credential) -> bool:
        """Count one use of an invitation; not where somebody else has taken the last one meanwhile, which is said."""
        left = "id = ? AND ended_s IS NULL AND (most = 0 OR used < most)"
        with self._db.writing():
            found = self._db.ask(f"SELECT 1 FROM credential WHERE {left}", credential.id)
            self._db.add(f"UPDATE credential SET used = used + 1 WHERE {left}", credential.id)
        return bool(found)

    def accept(self, invitation: Credential, student: Student) -> Account | None:
        """Make the account that an invitation promises and count its use, both or neither. None where somebody else has
        taken the last use meanwhile; JudgeError E505 where the id can't be a name, or is somebody's."""
        with self._db.writing():
            return self._accounts.join(student, invitation.role) if self.use(invitation) else None

    def end(self, number: int) -> None:
        """Take one back; nothing happens where it has ended already."""
        self._db.add("UPDATE credential SET ended_s = ? WHERE id = ? AND ended_s IS NULL", time.time(), number)

    def end_all(self, owner: str, kind: Entry | None = None) -> None:
        """Take back all that lets somebody in, or those of one kind."""
        if key := self._people.key(owner):
            self._db.add(
                "UPDATE credential SET ended_s = ? WHERE owner = ? AND ended_s IS NULL AND kind = coalesce(?, kind)",
                *(time.time(), key, kind),
            )

    def of(self, owner: str, kind: Entry) -> list[Credential]:
        """Return those of somebody that let them in, the newest first."""
        key = self._people.key(owner)
        return self._listed("owner = ? AND kind = ?", key, kind) if key else []

    def entrances(self) -> dict[str, Entrances]:
        """Return what lets each owner in now, and when they signed in last."""
        found = self._db.ask(_ENTRANCES, now=time.time())
        return {
            row["name"]: Entrances(row["links"], row["sessions"], row["tokens"], row["signed_in_s"]) for row in found
        }

    def invitations(self) -> list[Credential]:
        """Return the invitations that have not ended, used up or not, the newest first."""
        return self._listed("kind = 'invitation'")

    def _listed(self, which: str, *values: object) -> list[Credential]:
        found = self._db.ask(f"{_SHOWN} WHERE {which} AND {_OPEN} ORDER BY id DESC", *values, time.time())
        return [_credential(row) for row in found if row["role_now"]]


def _opens(row: Row) -> bool:
    """Say whether a credential that has not ended lets somebody in: its owner, or somebody whom its author may still
    make what it says."""
    if row["kind"] != "invitation":
        return bool(row["role_now"])
    left = not row["most"] or row["used"] < row["most"]
    return left and bool(row["role_of_author"]) and _rank(row["role_of_author"]) >= _rank(row["role"])


def _rank(role: Role) -> int:
    return ROLES.index(role)


def _credential(row: Row) -> Credential:
    facts = (row["made_s"], row["expires_s"], row["words"], row["used"], row["most"])
    return Credential(row["id"], row["kind"], row["name"], row["role_now"], *facts)


def _hash(secret: str) -> str:
    return hashlib.sha256(codec.plain(secret).encode()).hexdigest()
