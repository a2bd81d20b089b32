"""The tables of `schema.sql`, a row for each: what `judge forget` and `judge store prune` do to it, and what its
columns hold. Whoever adds a table says both here. A test holds that none is missing, and that what only grows is
guarded.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec

from judge.model import Account, Deed, Mark, Prepared
from judge.store import codec

Coder = tuple[Callable[[Any], Any], Callable[[Any], str | bytes]]
TEXT: Final[Coder] = (str, str)
_PAPER: Final[Coder] = (codec.unpack_paper, codec.pack)
_PLACE: Final[Coder] = (codec.MarkedPlace.of, codec.MarkedPlace.nameless)
_RUN: Final[Coder] = (codec.unpack_run, codec.pack_run)
_RUNS: Final[Coder] = (codec.unpack_runs, codec.pack_runs)
_PREPARED: Final[Coder] = (partial(codec.unpack, noun=Prepared), codec.pack)
_OWN: Final = "owner = :key"
_OF_THEIR_JOBS: Final = f"job IN (SELECT id FROM job WHERE {_OWN})"
_OF_THEIR_JUDGEMENTS: Final = f"judgement IN (SELECT id FROM judgement WHERE {_OWN})"
# Rows of `run` that only a judge that goes on would read: those of judgements that are over, not of a pending regrade.
READ_BY_NOBODY: Final = """
judgement IN (
    SELECT judgement.id FROM judgement JOIN batch ON batch.id = judgement.batch
    LEFT JOIN decision ON decision.batch = batch.id
    WHERE judgement.begun_s < :before_s AND (batch.kind != 'regrade' OR decision.word IS NOT NULL)
    AND EXISTS (SELECT 1 FROM outcome WHERE outcome.judgement = judgement.id AND outcome.faults = 0)
)
"""
_ENDED: Final = "min(expires_s, coalesce(ended_s, expires_s)) < min(:before_s, :now_s)"


class Change(msgspec.Struct, frozen=True):
    """What happens to rows: they go, or some columns become something else."""

    which: str
    becomes: str = ""

    def statement(self, table: str) -> str:
        act = f"UPDATE {table} SET {self.becomes}" if self.becomes else f"DELETE FROM {table}"
        return f"{act} WHERE {self.which}"


class Table(msgspec.Struct, frozen=True):
    """One table. Of a student with the key `:key`, who was called `:name`, forgetting changes the rows of `forget`. Of
    what was over before `:before_s`, pruning takes those of `prune`. None: all stay, but for names in their words.
    """

    name: str
    key: str  # the column by which rows are found; where rows are only added, the last one of a key may count
    forget: Change | None
    prune: Change | None
    noun: type[msgspec.Struct] | None = None  # whose fields are columns
    people: tuple[str, ...] = ()  # of a log: columns with the key of whoever had the name
    holds: dict[str, Coder] = {}  # columns that are no plain text: how they are read and written
    nameless: tuple[str, ...] = ()  # beside NAMELESS
    grows: bool = True  # rows are only added; triggers hold it


# Columns that hold no name of a student, or somebody else's own: keys, digests, words of the judge, and what a package
# calls its problem and its cases. All other ones are typed by people or written by programs.
NAMELESS: Final = {
    *("owner", "key", "about", "code", "digest", "hash", "sha256", "host", "host_class", "package", "limits", "judge"),
    *("problem", "algorithm", "clock", "verdict", "word", "what", "role", "contest", "seed"),
}
_MARKED: Final = Change("owner IN (:key, :name)", "owner = :key, text = ''")
_ALL: Final = (
    # What was theirs at the door and in the queue, and what was said of them: first what points to other rows.
    Table("queued", "job", Change(_OF_THEIR_JOBS), None, grows=False),
    Table("step", "job", Change(_OF_THEIR_JOBS), None),
    Table("job", "code", Change(_OWN), None, holds={"paper": _PAPER}, nameless=("kind",)),
    Table("account", "owner", Change(_OWN), None),
    Table("profile", "key", Change("key = :key"), None, nameless=("facts",), grows=False),
    Table("credential", "hash", Change(_OWN), Change(_ENDED), Account.Credential, nameless=("kind",), grows=False),
    Table("term", "problem", Change(_OWN), None, people=("owner", "author"), nameless=("facts",)),  # dates alone
    # In what others did, a key stays that is nobody's; points that were given by hand stay too.
    Table("deed", "id", Change("about = :key", "words = ''"), None, Deed, people=("author", "about")),
    Table("mark", "problem", _MARKED, None, Mark, people=("owner",), holds={"class": _PLACE}, nameless=("kind",)),
    Table("contest_word", "contest", None, None, people=("author",)),
    # What was judged. `forget` writes sources, judgements and outcomes anew: ranks and totals need their numbers.
    Table("run", "judgement", Change(_OF_THEIR_JUDGEMENTS), Change(READ_BY_NOBODY), holds={"facts": _RUN}),
    Table("source", "sha256", None, None, nameless=("main", "files"), grows=False),
    Table("judgement", "batch", None, None, holds={"paper": _PAPER}),
    Table("outcome", "judgement", None, None, holds={"prepared": _PREPARED, "runs": _RUNS}),
    Table("draw", "judgement", None, None),
    Table("batch", "id", None, None, nameless=("kind",), grows=False),
    Table("decision", "batch", None, None),
    Table("score", "ground", None, None),
    Table("ground", "id", None, None, grows=False),
    # The judge's own.
    Table("package", "digest", None, None, nameless=("files",)),
    Table("host", "digest", None, None, nameless=("facts",), grows=False),
    Table("calibration", "host_class", None, None),
    Table("secret", "id", None, None, grows=False),
    Table("person", "key", Change("key = :key"), None, nameless=("name",), grows=False),
)
TABLES: Final = {one.name: one for one in _ALL}
