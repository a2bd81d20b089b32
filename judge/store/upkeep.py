"""What keeps a store in order over the years: counting, copying, pruning it, and forgetting a student."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from judge.model.contents import Contents
from judge.store.backup import backup
from judge.store.contents import contents
from judge.store.database import Database
from judge.store.forget import Forgotten, forget
from judge.store.prune import prunable, prune


class Upkeep:
    """That of one store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def contents(self) -> Contents:
        """Count what it holds."""
        return contents(self._db)

    def backup(self, target: Path) -> int:
        """Copy it into a new file, and return the size of that. JudgeError E490 where something is there already, E435
        when it can't be written."""
        return backup(self._db, target)

    def prune(self, before_s: float = math.inf, *, dry_run: bool = False) -> tuple[int, int]:
        """Remove the repetitions of finished judgements that were begun before `before_s`; return how many they were,
        and their bytes."""
        return (prunable if dry_run else prune)(self._db, before_s)

    def forget(self, name: str, also: Sequence[str] = ()) -> Forgotten:
        """Remove name and code of a student, and the copies that were made of an older store, which hold both.
        JudgeError E489 where nobody has the name, E451 when a regrade of theirs is pending."""
        forgotten = forget(self._db, name, also)
        for copy in self._db.copies:
            copy.unlink()
        return forgotten
