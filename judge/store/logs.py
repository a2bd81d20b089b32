"""The logs: what was done, what was changed by hand, and what hosts said, in the order in which it was. Rows are only
ever added; people are in them by their keys.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from sqlite3 import Row

import msgspec

from judge.errors import JudgeError
from judge.model import Deadline, Deed, Mark
from judge.store import codec
from judge.store.database import Database, noun_in
from judge.store.people import People, shown

# Who is a host or was one: what was done about their account is not for those below them.
_HOSTS = "SELECT owner FROM account WHERE role = 'host'"
_MARKS = f"SELECT *, {shown('mark.owner')} AS name FROM mark WHERE problem = ?"


class Log:
    """One of a store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database, people: People) -> None:
        self._db, self._people = db, people

    def _add(self, table: str, people: dict[str, str], **facts: object) -> None:
        """Add a row: names of people by column, "" for nobody or the command line, and all else."""
        with self._db.writing():
            keys = {column: self._people.enter_if(name) for column, name in people.items()}
            said = {column: codec.plain(one) if isinstance(one, str) else one for column, one in facts.items()}
            self._db.insert(table, **keys, **said)


class Deeds(Log):
    """The audit log: who did what, to whom, and when."""

    def add(self, deed: Deed) -> None:
        """Write down what somebody did."""
        facts = msgspec.structs.asdict(deed)
        self._add("deed", {column: facts.pop(column) for column in ("author", "about")}, **facts)

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
        return [(row["id"], noun_in(row, Deed, author=row["by"], about=row["whom"])) for row in found]

    def kinds(self) -> list[str]:
        """Return what was ever done, each word once, sorted."""
        return [str(row["what"]) for row in self._db.ask("SELECT DISTINCT what FROM deed ORDER BY what")]


class Terms(Log):
    """When a homework is due, where somebody has changed that by hand; the last change counts."""

    def set(self, problem: str, owner: str, term: Deadline.Term, author: str, at_s: float) -> None:
        """Change the term of a student, or of the class where `owner` is "". A Term that says nothing takes back what
        was set before."""
        self._add("term", {"owner": owner, "author": author}, problem=problem, facts=codec.pack(term), at_s=at_s)

    def last(self, problem: str) -> int:
        """Return the id of the last change of any term of a problem, 0 where there is none."""
        return self._db.number("SELECT max(id) FROM term WHERE problem = ?", codec.plain(problem))

    def of(self, problem: str) -> dict[str, Deadline.Term]:
        """Return the terms of a problem by student; "" is the class. Who has none is not in it."""
        found = self._db.ask(
            f"SELECT {shown('owner')} AS name, facts FROM term"
            " WHERE id IN (SELECT max(id) FROM term WHERE problem = ? GROUP BY owner) ORDER BY name",
            codec.plain(problem),
        )
        terms = {str(row["name"]): codec.unpack(row["facts"], Deadline.Term) for row in found}
        return {owner: term for owner, term in terms.items() if term != Deadline.Term()}


class ContestWords(Log):
    """What hosts said about contests: when one starts, freezes, and shows its result."""

    def add(self, contest: str, word: str, author: str, at_s: float) -> None:
        """Write down a word about the contest of this id; `at_s` is from when on it holds."""
        self._add("contest_word", {"author": author}, contest=contest, word=word, at_s=at_s)

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
        found = self._db.ask(
            f"SELECT word, at_s, {shown('author')} AS by FROM contest_word WHERE contest = ? ORDER BY id",
            codec.plain(contest),
        )
        return [Deed(row["at_s"], row["by"], row["word"]) for row in found]


class Marks(Log):
    """What an instructor decided by hand about a class."""

    def add(self, problem: str, place: str, marks: Iterable[Mark]) -> None:
        """Write down what one command decides about a class on a problem: all of it or nothing."""
        with self._db.writing():
            for one in marks:
                facts = msgspec.structs.asdict(one) | {"problem": problem, "class": self._kept(place)}
                self._add("mark", {"owner": facts.pop("owner")}, **facts)

    def of(self, problem: str, place: str) -> list[Mark]:
        """Return every mark that counts in a class on a problem, the first one first."""
        found = self._db.ask(f"{_MARKS} AND class IN ('', ?) ORDER BY id", problem, self._kept(place))
        return [_mark(row) for row in found]

    def elsewhere(self, problem: str, place: str) -> dict[str, list[Mark]]:
        """Return the marks of other classes on the problem, by where these lie."""
        found: dict[str, list[Mark]] = {}
        for row in self._db.ask(f"{_MARKS} AND class NOT IN ('', ?) ORDER BY id", problem, self._kept(place)):
            found.setdefault(codec.shown_place(row["class"], self._db.folder), []).append(_mark(row))
        return found

    def _kept(self, place: str) -> str:
        return codec.kept_place(place, self._db.folder)


def _mark(row: Row) -> Mark:
    return noun_in(row, Mark, owner=row["name"])
