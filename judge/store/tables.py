"""The tables of `schema.sql`, a row for each: what `judge forget` and `judge store prune` do to it, and what its
columns hold. Whoever adds a table says both here. A test holds that none is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec

from judge.model import Prepared
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
    forget: Change | None
    prune: Change | None
    people: tuple[str, ...] = ()  # of a log: columns with the key of whoever had the name
    holds: dict[str, Coder] = {}  # columns that are no plain text: how they are read and written
    nameless: tuple[str, ...] = ()  # beside NAMELESS


# Columns that hold no name of a student, or somebody else's own: keys, digests, words of the judge, and what a package
# calls its problem and its cases. All other ones are typed by people or written by programs.
NAMELESS: Final = {
    *("owner", "key", "about", "code", "digest", "hash", "sha256", "host", "host_class", "package", "limits", "judge"),
    *("problem", "algorithm", "clock", "verdict", "word", "what", "role", "contest", "seed"),
}
_MARKED: Final = Change("owner IN (:key, :name)", "owner = :key, text = ''")
_ALL: Final = (
    # What was theirs at the door and in the queue, and what was said of them: first what points to other rows.
    Table("queued", Change(_OF_THEIR_JOBS), None),
    Table("step", Change(_OF_THEIR_JOBS), None),
    Table("job", Change(_OWN), None, holds={"paper": _PAPER}, nameless=("kind",)),
    Table("account", Change(_OWN), None),
    Table("profile", Change("key = :key"), None, nameless=("facts",)),
    Table("credential", Change(_OWN), Change(_ENDED), nameless=("kind",)),
    Table("term", Change(_OWN), None, people=("owner", "author"), nameless=("facts",)),  # dates alone
    # In what others did, a key stays that is nobody's; points that were given by hand stay too.
    Table("deed", Change("about = :key", "words = ''"), None, people=("author", "about")),
    Table("mark", _MARKED, None, people=("owner",), holds={"class": _PLACE}, nameless=("kind",)),
    Table("contest_word", None, None, people=("author",)),
    # What was judged. `forget` writes sources, judgements and outcomes anew: ranks and totals need their numbers.
    Table("run", Change(_OF_THEIR_JUDGEMENTS), Change(READ_BY_NOBODY), holds={"facts": _RUN}),
    Table("source", None, None, nameless=("main", "files")),
    Table("judgement", None, None, holds={"paper": _PAPER}),
    Table("outcome", None, None, holds={"prepared": _PREPARED, "runs": _RUNS}),
    Table("draw", None, None),
    Table("batch", None, None, nameless=("kind",)),
    Table("decision", None, None),
    Table("score", None, None),
    Table("ground", None, None),
    # The judge's own.
    Table("package", None, None, nameless=("files",)),
    Table("host", None, None, nameless=("facts",)),
    Table("calibration", None, None),
    Table("secret", None, None),
    Table("person", Change("key = :key"), None, nameless=("name",)),
)
TABLES: Final = {one.name: one for one in _ALL}
