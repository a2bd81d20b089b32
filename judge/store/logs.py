"""The logs: what was done, what was changed by hand, and what hosts said, in the order in which it was. Rows are only
ever added; people are in them by their keys.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import tzinfo
from sqlite3 import Row
from typing import ClassVar

import msgspec

from judge.errors import JudgeError
from judge.model import Deadline, Deed, Mark
from judge.store import codec
from judge.store.database import Database, noun_in
from judge.store.people import People, shown
from judge.store.tables import TABLES, Table

# Who is a host or was one: what was done about their account is not for those below them.
_HOSTS = "SELECT owner FROM account WHERE role = 'host'"


class Log:
    """One of a store; every method raises JudgeError E352 to E355 when its file fails."""

    TABLE: ClassVar[Table]

    def __init__(self, db: Database, people: People) -> None:
        self._db, self._people = db, people

    def _add(self, **facts: object) -> None:
        """Add a row. Where it names somebody, "" is nobody or the command line."""
        with self._db.writing():
            for column, one in facts.items():
                if isinstance(one, str):
                    facts[column] = self._people.enter_if(one) if column in self.TABLE.people else codec.plain(one)
            self._db.insert(self.TABLE.name, **facts)

    def _rows(self, which: str, **values: object) -> list[Row]:
        """Return these rows. A column that names somebody is asked for twice: first the name is found, then the key."""
        name = self.TABLE.name
        names = ", ".join(f"{shown(f'{name}.{column}')} AS {column}" for column in self.TABLE.people)
        return self._db.ask(f"SELECT {names}, {name}.* FROM {name} WHERE {which}", **values)


class Deeds(Log):
    """The audit log: who did what, to whom, and when."""

    TABLE = TABLES["deed"]

    def add(self, deed: Deed) -> None:
        """Write down what somebody did."""
        self._add(**msgspec.structs.asdict(deed))

    def latest(
        self, count: int, before_id: int | None = None, what: str = "", who: str = "", *, of_hosts: bool = True
    ) -> list[tuple[int, Deed]]:
        """Return the last deeds with their ids, the newest first; with `before_id`, those before that one. `what` and
        `who` choose some: what was done, and who did it or whom it is about. Without `of_hosts` those about accounts of
        hosts are left out."""
        found = self._rows(
            "id < :before AND (:what = '' OR what = :what) AND (:who = '' OR deed.author = :key OR deed.about = :key)"
            f" AND (:all OR deed.about NOT IN ({_HOSTS})) ORDER BY id DESC LIMIT :count",
            before=sys.maxsize if before_id is None else before_id,
            what=codec.plain(what),
            who=who,
            key=self._people.key(who) or None,  # which equals nothing
            all=of_hosts,
            count=max(count, 0),
        )
        return [(row["id"], noun_in(row, Deed)) for row in found]

    def kinds(self) -> list[str]:
        """Return what was ever done, each word once, sorted."""
        return [str(row["what"]) for row in self._db.ask("SELECT DISTINCT what FROM deed ORDER BY what")]


class Terms(Log):
    """When a homework is due, where somebody has changed that by hand; the last change counts."""

    TABLE = TABLES["term"]

    def set(self, problem: str, owner: str, term: Deadline.Term, author: str, at_s: float) -> None:
        """Change the term of a student, or of the class where `owner` is "". A Term that says nothing takes back what
        was set before."""
        self._add(problem=problem, owner=owner, facts=codec.pack(term), author=author, at_s=at_s)

    def last(self, problem: str) -> int:
        """Return the id of the last change of any term of a problem, 0 where there is none."""
        return self._db.number("SELECT max(id) FROM term WHERE problem = ?", codec.plain(problem))

    def of(self, problem: str) -> dict[str, Deadline.Term]:
        """Return the terms of a problem by student; "" is the class. Who has none is not in it."""
        lasts = "SELECT max(id) FROM term WHERE problem = :problem GROUP BY term.owner"
        found = self._rows(f"id IN ({lasts}) ORDER BY 1", problem=codec.plain(problem))
        terms = {str(row["owner"]): codec.unpack(row["facts"], Deadline.Term) for row in found}
        return {owner: term for owner, term in terms.items() if term != Deadline.Term()}


class ContestWords(Log):
    """What hosts said about contests: when one starts, freezes, and shows its result."""

    TABLE = TABLES["contest_word"]

    def add(self, contest: str, word: str, author: str, at_s: float) -> None:
        """Write down a word about the contest of this id; `at_s` is from when on it holds."""
        self._add(contest=contest, word=word, author=author, at_s=at_s)

    def add_after(self, contest: str, moment: Deed, seen: int) -> None:
        """Write down a word of somebody who has seen so many words about the contest. JudgeError E520 where there are
        others by now: then nothing is written."""
        with self._db.writing():
            said = self.of(contest)
            if len(said) != seen:
                words = ", ".join(one.what for one in said[seen:])
                message = f"another host has changed the contest since you have seen it: {words}"
                raise JudgeError("E520", message, help="load the scoreboard again, and decide by what it shows")
            self.add(contest, moment.what, moment.author, moment.at_s)

    def of(self, contest: str) -> list[Deed]:
        """Return every word about a contest, the first one first."""
        found = self._rows("contest = :contest ORDER BY id", contest=codec.plain(contest))
        return [Deed(row["at_s"], row["author"], row["word"]) for row in found]


class Marks(Log):
    """What an instructor decided by hand about a class."""

    TABLE = TABLES["mark"]

    def add(self, problem: str, place: str, marks: Iterable[Mark]) -> None:
        """Write down what one command decides about a class on a problem: all of it or nothing."""
        with self._db.writing():
            for one in marks:
                facts = msgspec.structs.asdict(one) | {"problem": problem, "class": self._kept(place)}
                del facts["zone"]
                self._add(**facts)

    def last(self, problem: str) -> int:
        """Return the id of the last mark on a problem, 0 where there is none."""
        return self._db.number("SELECT max(id) FROM mark WHERE problem = ?", problem)

    def of(self, problem: str, place: str, zone: tzinfo | None = None) -> list[Mark]:
        """Return every mark that counts in a class on a problem, the first one first, with its day in the `zone`."""
        return [noun_in(row, Mark, zone=zone) for row in self._of(problem, "IN", place)]

    def elsewhere(self, problem: str, place: str, zone: tzinfo | None = None) -> dict[str, list[Mark]]:
        """Return the marks of other classes on the problem, by where these lie."""
        found: dict[str, list[Mark]] = {}
        for row in self._of(problem, "NOT IN", place):
            found.setdefault(codec.shown_place(row["class"], self._db.folder), []).append(noun_in(row, Mark, zone=zone))
        return found

    def _of(self, problem: str, within: str, place: str) -> list[Row]:
        which = f"problem = :problem AND class {within} ('', :place, :nameless) ORDER BY id"
        kept = self._kept(place)
        return self._rows(which, problem=problem, place=kept, nameless=codec.MarkedPlace.of(kept).nameless())

    def _kept(self, place: str) -> str:
        return codec.kept_place(place, self._db.folder)
