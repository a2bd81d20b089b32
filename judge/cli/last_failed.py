"""The options --last-failed and -x of `judge run`: what is run again, and when to stop.

Which cases failed when a submission was last judged on them lies in .judge/last-failed.json of the current folder,
beside the store. A case is dropped when it is right again; what was not run stays as it was.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from judge.errors import JudgeError
from judge.files import write_json
from judge.model import Entry, Event, Judgement, Problem, Ran, Readied, Submission, Verdict
from judge.reports import PlainConsole
from judge.submissions import Choice, entries

FAILED = Path(".judge/last-failed.json")
_LARGEST = 1 << 26  # bytes
_Key = tuple[str, str]  # the folder of the package and the file of the submission, relative where they lie in here
Failed = dict[_Key, tuple[str, ...]]  # group/name of each case


class _Row(msgspec.Struct):
    problem: str
    submission: str
    cases: tuple[str, ...]


class _File(msgspec.Struct):
    schema: Literal["judge.failed/1"]
    failed: tuple[_Row, ...]


def is_failed(event: Event) -> bool:
    """Say whether a case has failed, or a submission that can't be run."""
    if isinstance(event, Ran):
        return event.submission.fails_with(event.run.verdict)
    return isinstance(event, Readied) and event.submission.fails_with(event.prepared.verdict)


def chosen_entries(choice: Choice, *, last_failed: bool) -> list[Entry]:
    """Return who competes on what; with `last_failed` what failed last, and where nothing did, everything that was
    named: none where no submission was."""
    if not last_failed:
        return entries(choice)
    failed = read_failed()
    chosen = entries(choice) if choice.submissions else _recall(failed, choice)
    left = (_only_failed(entry, failed) for entry in chosen)
    if failing := [one for one in left if one.submissions and one.problem.cases]:
        return failing
    PlainConsole().print("nothing failed last time" + (": all cases are run" if choice.submissions else ""))
    return chosen if choice.submissions else []


def _recall(failed: Failed, choice: Choice) -> list[Entry]:
    """Return all that failed last, or of the chosen problems alone, where it is still there."""
    wanted = {Path(word).resolve().name for word in choice.problems}
    paths: dict[Path, list[Path]] = {}
    for (folder, path), cases in failed.items():
        there = cases and Path(path).exists() and Path(folder, "problem.toml").is_file()
        if there and (not wanted or Path(folder).name in wanted):
            paths.setdefault(Path(folder), []).append(Path(path))
    return [
        entry
        for folder, found in paths.items()
        for entry in entries(msgspec.structs.replace(choice, submissions=tuple(found), problems=(str(folder),)))
    ]


def _only_failed(entry: Entry, failed: Failed) -> Entry:
    """Return the submissions that failed, on the cases on which any of them did."""
    names = missed_cases(entry, failed)
    cases = tuple(case for case in entry.problem.cases if case.path in names)
    submissions = tuple(one for one in entry.submissions if failed.get(_key(entry.problem, one)))
    return Entry(msgspec.structs.replace(entry.problem, cases=cases), submissions)


def missed_cases(entry: Entry, failed: Failed) -> set[str]:
    """Return the cases on which any of them failed."""
    return {name for one in entry.submissions for name in failed.get(_key(entry.problem, one), ())}


# --- what is remembered -----------------------------------------------------------------------------------------------
def read_failed() -> Failed:
    """Return what is remembered here; nothing where there is no such file, or it can't be read."""
    try:
        if FAILED.stat().st_size > _LARGEST:
            return {}
        read = msgspec.json.decode(FAILED.read_bytes(), type=_File)
    except (OSError, ValueError):
        return {}
    return {(row.problem, row.submission): row.cases for row in read.failed}


def remember(judgements: Sequence[Judgement]) -> None:
    """Keep which cases failed, for the next --last-failed; nothing where there is no place for it. A submission that is
    gone is forgotten."""
    before = read_failed()
    after = failed_after(before, judgements)
    if any(after.values()) or before:
        rows = (_Row(*key, cases) for key, cases in after.items() if cases and Path(key[1]).exists())
        with contextlib.suppress(JudgeError, OSError):
            FAILED.parent.mkdir(exist_ok=True)
            write_json(FAILED, msgspec.to_builtins(_File("judge.failed/1", tuple(rows))))


def failed_after(before: Failed, judgements: Iterable[Judgement]) -> Failed:
    """Return what is to be remembered after these were judged."""
    after = dict(before)
    for row in judgements:
        key, (ran, failing) = _key(row.problem, row.submission), _outcome(row)
        kept = [case for case in before.get(key, ()) if case not in ran]
        after[key] = tuple(dict.fromkeys([*kept, *failing]))
    return after


def _key(problem: Problem, submission: Submission) -> _Key:
    return _here(Path(problem.path)), _here(submission.path)


def _here(path: Path) -> str:
    """Return a path as it is found from the current folder: relative where it lies in it."""
    whole, folder = path.absolute().resolve(), Path.cwd().resolve()
    return str(whole.relative_to(folder) if whole.is_relative_to(folder) else whole)


def _outcome(row: Judgement) -> tuple[set[str], list[str]]:
    """Return which cases were run, and which of them failed. What could not be prepared has failed on all."""
    fails = row.submission.fails_with
    if row.prepare.verdict is not Verdict.AC and fails(row.prepare.verdict):
        cases = [case.path for case in row.problem.cases]
        return set(cases), cases
    verdicts = [(run.path, run.verdict) for run in row.runs]
    return {case for case, _ in verdicts}, [case for case, verdict in verdicts if fails(verdict)]
