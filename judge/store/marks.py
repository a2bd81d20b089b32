"""Marks: what an instructor decided by hand, in the order in which it was decided. Rows are only ever added."""

from __future__ import annotations

from collections.abc import Iterable

from judge.model.mark import Mark
from judge.store import codec
from judge.store.database import Database
from judge.store.people import People, shown


class Marks:
    """Those of one store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database, people: People) -> None:
        self._db, self._people = db, people

    def add(self, problem: str, marks: Iterable[Mark]) -> None:
        """Write down what was decided in one command, all of it or nothing."""
        with self._db.writing():
            for one in marks:
                self._db.add(
                    "INSERT INTO mark (problem, owner, kind, points, text, author, at_s) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    *(problem, self._people.enter(one.owner), one.kind, one.points),
                    *(codec.plain(one.text), codec.plain(one.author), one.at_s),
                )

    def of(self, problem: str) -> list[Mark]:
        """Return every mark on the problem of this name, the first one first."""
        found = self._db.ask(
            f"SELECT *, {shown('mark.owner')} AS name FROM mark WHERE problem = ? ORDER BY id", problem
        )
        return [Mark(row["name"], row["kind"], row["text"], row["author"], row["at_s"], row["points"]) for row in found]
