"""Terms: when a homework is due, where somebody has changed that by hand. Rows are only ever added; the last counts."""

from __future__ import annotations

import msgspec

from judge.model.deed import Term
from judge.store import codec
from judge.store.database import Database
from judge.store.people import People, shown


class Terms:
    """Those of one store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database, people: People) -> None:
        self._db, self._people = db, people

    def set(self, problem: str, owner: str, term: Term, author: str, at_s: float) -> None:
        """Change the term of a student, or of the class where `owner` is "". A Term that says nothing takes back what
        was set before."""
        with self._db.writing():
            keys = self._people.enter_if(owner), self._people.enter_if(author)
            self._db.add(
                "INSERT INTO term (problem, owner, facts, author, at_s) VALUES (?, ?, ?, ?, ?)",
                *(codec.plain(problem), keys[0], codec.pack(term), keys[1], at_s),
            )

    def last(self, problem: str) -> int:
        """Return the id of the last change of any term of a problem, 0 where there is none."""
        [(last,)] = self._db.ask("SELECT max(id) FROM term WHERE problem = ?", codec.plain(problem))
        return int(last or 0)

    def of(self, problem: str) -> dict[str, Term]:
        """Return the terms of a problem by student; "" is the class. Who has none is not in it."""
        found = self._db.ask(
            f"SELECT {shown('owner')} AS name, facts FROM term"
            " WHERE id IN (SELECT max(id) FROM term WHERE problem = ? GROUP BY owner) ORDER BY name",
            codec.plain(problem),
        )
        terms = {str(row["name"]): msgspec.json.decode(row["facts"], type=Term) for row in found}
        return {owner: term for owner, term in terms.items() if term != Term()}
