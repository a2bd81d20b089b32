"""Runs that are kept by name (`judge run --save NAME`), and files of the schema judge.run/1, read again.

They lie in .judge/runs/ of the current folder, beside the store: each folder of solutions has its own `main`.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from judge.errors import JudgeError
from judge.model import CaseResult, Contract, Host, Judgement, Limits, Prepared, Problem, Submission, Verdict

RUNS = Path(".judge/runs")
_LARGEST = 1 << 28  # bytes: a run of ten thousand submissions
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_Seconds = Annotated[float, msgspec.Meta(ge=0)]


class StoredRun(msgspec.Struct, frozen=True):
    """A run that was read. Its submissions come without their sources, its problems without their cases. `noise` is the
    relative standard error of one time, where that was measured."""

    name: str
    host: Host
    judgements: tuple[Judgement, ...]
    complete: bool = True
    noise: float | None = None


class SavedRun(msgspec.Struct, frozen=True):
    """A run that is kept here, for a list; `submissions` is None where it can't be read. `saved_s` is seconds since
    1970, UTC."""

    name: str
    saved_s: float
    submissions: int | None = None
    problems: tuple[str, ...] = ()


class _Sample(msgspec.Struct):
    verdict: Verdict
    wall_s: _Seconds
    cpu_s: _Seconds
    lost_s: _Seconds = 0.0


class _Timed(msgspec.Struct):
    """What of a run has to be a time."""

    wall_s: _Seconds = 0.0
    cpu_s: _Seconds = 0.0
    samples: tuple[_Sample, ...] = ()


class _Prepare(msgspec.Struct):
    verdict: Verdict = Verdict.AC
    wall_s: float = 0.0
    message: str = ""
    language: str = ""
    startup_s: float = 0.0


class _Row(msgspec.Struct):
    name: str
    problem: str
    verdict: Verdict
    runs: tuple[CaseResult, ...]
    prepare: _Prepare
    contract: Contract = "function"
    sha256: str = ""
    points: float | None = None
    rank: int | None = None


class _TimedRow(msgspec.Struct):
    runs: tuple[_Timed, ...]


class _Times(msgspec.Struct):
    submissions: tuple[_TimedRow, ...]


class _Limits(Limits, frozen=True, forbid_unknown_fields=False):
    """Limits with what else is said of them."""


class _File(msgspec.Struct):
    """The keys of judge.run/1 that are read; what else is there, is left."""

    schema: Literal["judge.run/1"]
    host: Host
    limits: dict[str, _Limits]
    submissions: tuple[_Row, ...]
    complete: bool = True
    noise: float | None = None


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


def saved_runs() -> list[SavedRun]:
    """Return all runs that are kept here, the last one first."""
    return sorted(map(_saved, saved_names()), key=lambda run: -run.saved_s)


def _saved(name: str) -> SavedRun:
    path = run_path(name)
    try:
        rows = read_run(path, name).judgements
    except JudgeError:
        return SavedRun(name, _changed_s(path))
    return SavedRun(name, _changed_s(path), len(rows), tuple(dict.fromkeys(row.problem.name for row in rows)))


def _changed_s(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # a link to nothing, or gone in the meantime
        return 0.0


def read_run(path: Path, name: str) -> StoredRun:
    """Read a run. JudgeError E442 for a file that is none; it says which key is not as it should be."""
    data = _bytes_of(path)
    try:
        read = msgspec.json.decode(data, type=_File)
        msgspec.json.decode(data, type=_Times)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _broken(path, _in_words(error)) from error
    if unlimited := next((row.problem for row in read.submissions if row.problem not in read.limits), None):
        raise _broken(path, f"limits.{unlimited}: it is missing, and submissions[] name this problem")
    limits = {name: Limits(**msgspec.structs.asdict(one)) for name, one in read.limits.items()}
    rows = tuple(_judgement(row, limits[row.problem]) for row in read.submissions)
    return StoredRun(name, read.host, rows, read.complete, _noise(read.noise))


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


def _judgement(row: _Row, limits: Limits) -> Judgement:
    prepare = row.prepare
    prepared = Prepared(
        prepare.verdict, prepare.wall_s, prepare.message, language=prepare.language, startup_s=prepare.startup_s
    )
    submission = Submission(row.name, row.problem, row.contract, Path(row.name), b"", row.sha256)
    problem = Problem(row.problem, row.problem, "", (), False, limits, {}, (), row.problem)
    return Judgement(submission, problem, prepared, row.runs, row.verdict, row.points, row.rank)


def _noise(noise: float | None) -> float | None:
    return noise if noise is not None and math.isfinite(noise) and noise > 0 else None
