"""Runs that are kept by name (`judge run --save NAME`), and files of the schema judge.run/1, read again.

They lie in .judge/runs/ of the current folder, beside the store: each folder of solutions has its own `main`.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from judge.errors import JudgeError
from judge.model import Host, Judgement, RunRecord
from judge.scoring import boards
from judge.store.run_document import BrokenKeyError, Parts, RunFile

RUNS = Path(".judge/runs")
_LARGEST = 1 << 28  # bytes: a run of ten thousand submissions
_MOST_NOISE = 1000.0  # of one time; with more, nothing could be compared
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


class StoredRun(msgspec.Struct, frozen=True):
    """A run that was read. Its submissions come without their sources. `noise` is the relative standard error of one
    time, where that was measured."""

    name: str
    judgements: tuple[Judgement, ...]
    file: RunFile

    @property
    def host(self) -> Host:
        return self.file.host

    @property
    def noise(self) -> float | None:
        noise = self.file.noise
        return noise if noise is not None and 0 < noise < _MOST_NOISE else None

    def record(self) -> RunRecord:
        """Make its leaderboards again, as the run itself has made them; in one that was stopped only the cases count
        that all have run."""
        read, clock = self.file, self.host.ranks_by
        made = tuple(map(tuple, boards(self.judgements, clock, self.noise)))
        measuring = RunRecord.Measuring(self.noise, read.rounds, read.seed)
        return RunRecord(made, self.host, clock, measuring, read.complete, read.ranked, read.made_s, read.judge)


class SavedRun(msgspec.Struct, frozen=True):
    """A run that is kept here, for a list; `submissions` is None where it can't be read. `saved_s` is seconds since
    1970, UTC."""

    name: str
    saved_s: float
    submissions: int | None = None
    problems: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: str) -> SavedRun:
        """Return what is kept under this name."""
        path, changed_s = run_path(name), 0.0
        try:
            changed_s = path.stat().st_mtime
            rows = read_run(path, name).judgements
        except (JudgeError, OSError):  # or a link to nothing, or gone in the meantime
            return cls(name, changed_s)
        return cls(name, changed_s, len(rows), tuple(dict.fromkeys(row.problem.name for row in rows)))

    @classmethod
    def latest(cls) -> list[SavedRun]:
        """Return all runs that are kept here, the last one first."""
        return sorted(map(cls.of, saved_names()), key=lambda run: -run.saved_s)


def run_path(name: str) -> Path:
    """Return where the run of this name is kept, whether or not there is one. JudgeError E444 for what is no name."""
    if not _NAME.fullmatch(name) or name.endswith(".json"):
        raise JudgeError(
            "E444",
            f"{name!r} is no name for a run",
            help="write at most 64 letters, digits, - _ or . (not first): no path, and no .json at the end",
        )
    return RUNS / f"{name}.json"


def saved_names() -> list[str]:
    """Return the names of all runs that are kept here."""
    return sorted(path.stem for path in RUNS.glob("*.json") if _NAME.fullmatch(path.stem))


def read_run(path: Path, name: str = "") -> StoredRun:
    """Read a run. JudgeError E442 for a file that is none; it says which key is not as it should be."""
    data = _bytes_of(path)
    try:
        read = msgspec.json.decode(data, type=RunFile)
        return StoredRun(name, Parts(read).judgements, read)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _broken(path, _in_words(error)) from error
    except BrokenKeyError as fault:
        raise _broken(path, str(fault)) from fault


def _bytes_of(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise JudgeError("E435", f"{path} can't be opened: it is not a file", help="check the name and the folder")
        if path.stat().st_size > _LARGEST:
            raise _broken(path, f"it is larger than {_LARGEST >> 20} MiB")
        return path.read_bytes()
    except OSError as error:
        raise JudgeError("E435", f"{path} can't be opened: {error.strerror}", help="check the name") from error


def _broken(path: Path, why: str) -> JudgeError:
    return JudgeError(
        "E442",
        f"{path} can't be read as a run: {why}",
        note="a run is what  judge run --json FILE  writes, or  judge run --save NAME",
        help="write it again",
    )


def _in_words(error: Exception) -> str:
    """Return which key is wrong and what was expected; of what is no JSON, where it ends to be."""
    what, _, where = str(error).partition(" - at `$")
    if isinstance(error, msgspec.ValidationError):
        return f"{where.removeprefix('.') or 'the whole file'}: {what[:1].lower()}{what[1:]}".replace("`", "")
    return f"it is no JSON: {what}"
