"""What hosts said about contests: when one starts, freezes, and shows its result. Rows are only ever added."""

from __future__ import annotations

from judge.errors import JudgeError
from judge.model.deed import ContestMoment, ContestWord
from judge.store import codec
from judge.store.database import Database
from judge.store.people import People, shown


class ContestWords:
    """Those of one store; every method raises JudgeError E352 to E355 when its file fails."""

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
