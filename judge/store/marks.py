"""Marks: what an instructor decided by hand about a class, in the order in which it was decided. Rows are only ever
added. A class is known by where it lies: a folder or zip, or `web:`; "" where nobody knows, as in stores of old."""

from __future__ import annotations

from collections.abc import Iterable
from sqlite3 import Row

from judge.model.classroom import Mark
from judge.store import codec
from judge.store.database import Database
from judge.store.people import People, shown
from judge.store.places import kept_place, shown_place

_ALL = f"SELECT *, {shown('mark.owner')} AS name FROM mark WHERE problem = ?"


class Marks:
    """Those of one store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database, people: People) -> None:
        self._db, self._people = db, people

    def add(self, problem: str, place: str, marks: Iterable[Mark]) -> None:
        """Write down what one command decides about a class on a problem: all of it or nothing."""
        columns = "problem, class, owner, kind, points, text, author, at_s"
        with self._db.writing():
            for one in marks:
                self._db.add(
                    f"INSERT INTO mark ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    *(problem, self._kept(place), self._people.enter(one.owner), one.kind, one.points),
                    *(codec.plain(one.text), codec.plain(one.author), one.at_s),
                )

    def of(self, problem: str, place: str) -> list[Mark]:
        """Return every mark that counts in a class on a problem, the first one first."""
        found = self._db.ask(f"{_ALL} AND class IN ('', ?) ORDER BY id", problem, self._kept(place))
        return [_mark(row) for row in found]

    def elsewhere(self, problem: str, place: str) -> dict[str, list[Mark]]:
        """Return the marks of other classes on the problem, by where these lie."""
        found: dict[str, list[Mark]] = {}
        for row in self._db.ask(f"{_ALL} AND class NOT IN ('', ?) ORDER BY id", problem, self._kept(place)):
            found.setdefault(shown_place(row["class"], self._db.folder), []).append(_mark(row))
        return found

    def _kept(self, place: str) -> str:
        return kept_place(place, self._db.folder)


def _mark(row: Row) -> Mark:
    return Mark(row["name"], row["kind"], row["text"], row["author"], row["at_s"], row["points"])
