"""What hosts said about contests: when one starts, freezes, and shows its result. Rows are only ever added."""

from __future__ import annotations

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

    def of(self, contest: str) -> list[ContestMoment]:
        """Return every word about a contest, the first one first."""
        found = self._db.ask(
            f"SELECT word, at_s, {shown('author')} AS by FROM contest_word WHERE contest = ? ORDER BY id",
            codec.plain(contest),
        )
        return [ContestMoment(row["word"], row["at_s"], row["by"]) for row in found]
