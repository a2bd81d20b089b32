"""The file of a contest that is running: what has been judged so far, and in the end everything."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from judge.errors import JudgeError
from judge.files import as_json, write_json, write_whole
from judge.model import Entry, Host, Judgement, RunRecord
from judge.schemas import Part
from judge.scoring import boards
from judge.store.run_writer import Packing, run_json

STATE = Path(".judge")
EVERY_S = 1.0


class Journal:
    """The report of a running contest, on disk whatever becomes of the judge: what ended in the second after it was
    written last is in it when more ends.

    Without a `path` it goes to .judge/last-run.json, or nowhere where that can't be made. JudgeError E435 at once
    when there is no place for the file that was asked for.
    """

    def __init__(
        self,
        path: Path | None,
        host: Host,
        entries: Sequence[Entry],
        judgements: Callable[[], list[Judgement]],
        seed: str = "",
    ) -> None:
        self.path = path or (STATE / "last-run.json" if _make_state() else None)
        self._host, self._judgements, self._measuring = host, judgements, RunRecord.Measuring(seed=seed)
        self._problems = [entry.problem for entry in entries]
        self._packing = Packing()
        self._rest_until_s = 0.0
        self._written: Part | None = None
        self.event()

    def event(self) -> None:
        """Write what has been judged so far; nobody has a rank yet. A report that takes long to write is written
        less often, once a second at least."""
        start_s = time.monotonic()
        if start_s >= self._rest_until_s:
            made = boards(self._judgements(), ranked=False)
            self.close(RunRecord.of(made, self._host, self._measuring, complete=False))
            end_s = time.monotonic()
            self._rest_until_s = end_s + min(EVERY_S, 4 * (end_s - start_s))

    def close(self, record: RunRecord) -> None:
        """Write everything, with the ranks if there are any."""
        if self.path:
            self._written = run_json(record, self._problems, self._packing)
            write_json(self.path, self._written)

    def copy_to(self, path: Path) -> Path:
        """Write the same to another file, and make its folder; return its path. JudgeError E435 when it can't be
        written, or there was no place for the first."""
        if not self.path:
            message = f"{path} can't be written: there is no place for {STATE}/"
            raise JudgeError("E435", message, help="go to a folder that you may write to")
        write_whole(path, as_json(self._written).decode())
        return path


def _make_state() -> bool:
    with contextlib.suppress(OSError):
        STATE.mkdir(exist_ok=True)
    return STATE.is_dir() and os.access(STATE, os.W_OK)
