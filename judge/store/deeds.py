"""Who did what: the audit log, dates that were changed by hand, and words about contests. Rows are only ever added."""

from __future__ import annotations

import sys

import msgspec

from judge.errors import JudgeError
from judge.model.account import Deed
from judge.model.deadline import Term
from judge.model.schedule import ContestMoment, ContestWord
from judge.store import codec
from judge.store.database import Database
from judge.store.people import People, shown

# Who is a host or was one: what was done about their account is not for those below them.
_HOSTS = "SELECT owner FROM account WHERE role = 'host'"


class Deeds:
    """The audit log: who did what, to whom, and when.

    Those of one store: every method raises JudgeError E352 to E355 when its file fails.
    """

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


class Terms:
    """When a homework is due, where somebody has changed that by hand; the last change counts.

    Those of one store: every method raises JudgeError E352 to E355 when its file fails.
    """

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


class ContestWords:
    """What hosts said about contests: when one starts, freezes, and shows its result.

    Those of one store: every method raises JudgeError E352 to E355 when its file fails.
    """

    def __init__(self, db: Database, people: People) -> None:
        self._db, self._people = db, people

    def add(self, contest: str, word: ContestWord, author: str, at_s: float) -> None:
        """Write down a word about the contest of this id; `at_s` is from when on it holds."""
        with self._db.writing():
            self._db.add(
                "INSERT INTO contest_word (contest, word, author, at_s) VALUES (?, ?, ?, ?)",
                *(codec.plain(contest), word, self._people.enter_if(author), at_s),
            )

    def add_after(self, contest: str, moment: ContestMoment, seen: int) -> None:
        """Write down a word of somebody who has seen so many words about the contest. JudgeError E520 where there are
        others by now: then nothing is written."""
        with self._db.writing():
            said = self.of(contest)
            if len(said) != seen:
                words = ", ".join(one.word for one in said[seen:])
                message = f"another host has changed the contest since you have seen it: {words}"
                raise JudgeError("E520", message, help="load the scoreboard again, and decide by what it shows")
            self.add(contest, moment.word, moment.author, moment.at_s)

    def of(self, contest: str) -> list[ContestMoment]:
        """Return every word about a contest, the first one first."""
        found = self._db.ask(
            f"SELECT word, at_s, {shown('author')} AS by FROM contest_word WHERE contest = ? ORDER BY id",
            codec.plain(contest),
        )
        return [ContestMoment(row["word"], row["at_s"], row["by"]) for row in found]
