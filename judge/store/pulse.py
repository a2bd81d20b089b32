"""How a store does just now, for who watches over it: whether it takes rows, and how much was judged."""

from __future__ import annotations

import shutil
from typing import Final

from judge.errors import JudgeError
from judge.store.database import Database

_WAIT_S: Final = 0.5  # for who is writing: usually it takes some milliseconds
_ROOM: Final = 16 << 20  # bytes that have to be free beside it


class Pulse:
    """That of one store."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def writable(self) -> bool:
        """Say whether a row could be written now, and has room on the disk."""
        try:
            with self._db.patient(_WAIT_S), self._db.writing():
                pass
            return shutil.disk_usage(self._db.path.parent).free >= _ROOM
        except (JudgeError, OSError):
            return False

    def judged(self) -> int:
        """Count the submissions and regrades of the queue that came to their end."""
        return int(self._db.ask("SELECT count(DISTINCT job) AS n FROM step WHERE word = 'done'")[0]["n"])
