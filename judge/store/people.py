"""Who is behind an owner's key. Tables hold keys; at the door each becomes a name, unless that is forgotten."""

from __future__ import annotations

import secrets

from judge.store import codec
from judge.store.database import Database


class People:
    """Those of one store."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def key(self, name: str) -> str:
        """Return the key of this name, "" where nobody has it."""
        found = self._db.ask("SELECT key FROM person WHERE name = ?", codec.plain(name))
        return str(found[0]["key"]) if found else ""

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


def shown(column: str) -> str:
    """Return in SQL the name behind the key in this column, as a row shows it; '' where the column names nobody."""
    known = f"SELECT person.name FROM person WHERE person.key = {column}"
    return f"coalesce(({known}), nullif('forgotten-' || {column}, 'forgotten-'), '')"
