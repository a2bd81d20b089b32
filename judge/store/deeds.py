"""The audit log: who did what, to whom, and when. Rows are only ever added."""

from __future__ import annotations

import sys

from judge.model.deed import Deed
from judge.store import codec
from judge.store.database import Database
from judge.store.people import People, shown


class Deeds:
    """Those of one store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database, people: People) -> None:
        self._db, self._people = db, people

    def add(self, deed: Deed) -> None:
        """Write down what somebody did."""
        with self._db.writing():
            author, about = map(self._people.enter_if, (deed.author, deed.about))
            self._db.add(
                "INSERT INTO deed (at_s, author, what, about, problem, words) VALUES (?, ?, ?, ?, ?, ?)",
                *(deed.at_s, author, codec.plain(deed.what), about, codec.plain(deed.problem), codec.plain(deed.words)),
            )

    def latest(self, count: int, before_id: int | None = None) -> list[tuple[int, Deed]]:
        """Return the last deeds with their ids, the newest first; with `before_id`, those before that one."""
        found = self._db.ask(
            f"SELECT *, {shown('author')} AS by, {shown('about')} AS whom FROM deed"
            " WHERE id < ? ORDER BY id DESC LIMIT ?",
            *(sys.maxsize if before_id is None else before_id, max(count, 0)),
        )
        return [
            (row["id"], Deed(row["at_s"], row["by"], row["what"], row["whom"], row["problem"], row["words"]))
            for row in found
        ]
