"""The audit log: who did what, to whom, and when. Rows are only ever added."""

from __future__ import annotations

import sys

from judge.model.deed import Deed
from judge.store import codec
from judge.store.database import Database
from judge.store.people import People, shown

# Who is a host or was one: what was done about their account is not for those below them.
_HOSTS = "SELECT owner FROM account WHERE role = 'host'"


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

    def latest(
        self, count: int, before_id: int | None = None, what: str = "", who: str = "", *, of_hosts: bool = True
    ) -> list[tuple[int, Deed]]:
        """Return the last deeds with their ids, the newest first; with `before_id`, those before that one. `what` and
        `who` choose some: what was done, and who did it or whom it is about. Without `of_hosts` those about accounts of
        hosts are left out."""
        found = self._db.ask(
            f"SELECT *, {shown('author')} AS by, {shown('about')} AS whom FROM deed WHERE id < :before"
            " AND (:what = '' OR what = :what) AND (:who = '' OR author = :key OR about = :key)"
            f" AND (:all OR about NOT IN ({_HOSTS})) ORDER BY id DESC LIMIT :count",
            before=sys.maxsize if before_id is None else before_id,
            what=codec.plain(what),
            who=who,
            key=self._people.key(who) or None,  # which equals nothing
            all=of_hosts,
            count=max(count, 0),
        )
        return [
            (row["id"], Deed(row["at_s"], row["by"], row["what"], row["whom"], row["problem"], row["words"]))
            for row in found
        ]

    def kinds(self) -> list[str]:
        """Return what was ever done, each word once, sorted."""
        return [str(row["what"]) for row in self._db.ask("SELECT DISTINCT what FROM deed ORDER BY what")]
