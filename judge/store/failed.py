"""Which cases failed when a submission was last judged on them: what `judge run --last-failed` runs again.

They lie in .judge/last-failed.json of the current folder, beside the store. A case is dropped when it is right again;
what was not run stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from judge.model import Judgement, Verdict

FAILED = Path(".judge/last-failed.json")
SCHEMA = "judge.failed/1"
_LARGEST = 1 << 26  # bytes

Key = tuple[str, str]  # the folder of the package and the file of the submission, relative where they lie in here
Failed = dict[Key, tuple[str, ...]]  # group/name of each case


class _Row(msgspec.Struct):
    problem: str
    submission: str
    cases: tuple[str, ...]


class _File(msgspec.Struct):
    schema: Literal["judge.failed/1"]
    failed: tuple[_Row, ...]


def read_failed() -> Failed:
    """Return what is remembered here; nothing where there is no such file, or it can't be read."""
    try:
        if FAILED.stat().st_size > _LARGEST:
            return {}
        read = msgspec.json.decode(FAILED.read_bytes(), type=_File)
    except (OSError, ValueError):
        return {}
    return {(row.problem, row.submission): row.cases for row in read.failed}


def failed_as_json(failed: Mapping[Key, Iterable[str]]) -> dict[str, Any]:
    """Return the object of that file. A submission that is gone is forgotten."""
    kept = {key: cases for key, cases in failed.items() if cases and Path(key[1]).exists()}
    return {"schema": SCHEMA, "failed": [msgspec.to_builtins(_Row(*key, tuple(cases))) for key, cases in kept.items()]}


def failed_after(before: Failed, judgements: Iterable[Judgement]) -> Failed:
    """Return what is to be remembered after these were judged."""
    after = dict(before)
    for row in judgements:
        ran, failing = _outcome(row)
        kept = [case for case in before.get(key_of(row), ()) if case not in ran]
        after[key_of(row)] = tuple(dict.fromkeys([*kept, *failing]))
    return after


def key_of(row: Judgement) -> Key:
    """Return by what a judgement is remembered."""
    return failed_here(Path(row.problem.path)), failed_here(row.submission.path)


def failed_here(path: Path) -> str:
    """Return a path as it is found from the current folder: relative where it lies in it."""
    whole, folder = path.absolute().resolve(), Path.cwd().resolve()
    return str(whole.relative_to(folder) if whole.is_relative_to(folder) else whole)


def _outcome(row: Judgement) -> tuple[set[str], list[str]]:
    """Return which cases were run, and which of them failed. What could not be prepared has failed on all."""
    if row.prepare.verdict is not Verdict.AC and row.submission.fails_with(row.prepare.verdict):
        cases = [f"{case.group}/{case.name}" for case in row.problem.cases]
        return set(cases), cases
    verdicts = [(f"{run.group}/{run.case}", run.verdict) for run in row.runs]
    return {case for case, _ in verdicts}, [case for case, verdict in verdicts if row.submission.fails_with(verdict)]
