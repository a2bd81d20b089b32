"""Read the submissions of an ICPC package, and which of our folders says of each what the package expects of it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePosixPath
from typing import Any, Final

import msgspec

from judge.problems.icpc.expectations import Expectations
from judge.problems.icpc.read_files import Files
from judge.problems.icpc.read_yaml import read_yaml

FOLDER: Final = "submissions"
_YAML: Final = f"{FOLDER}/submissions.yaml"
_PARTIAL: Final = ("partially_accepted", "partial")
_ALSO: Final = {
    "run-error": "run_time_error",
    "timelimit": "time_limit_exceeded",
    **dict.fromkeys(_PARTIAL, "rejected"),
}
_DECLARES = b"@EXPECTED_RESULTS@"
_KEYS = ("permitted", "required")


class FoundSubmission(msgspec.Struct, frozen=True):
    """A file or a folder of them, and the folder here that it belongs to; `why_not` says why it is left out."""

    path: str
    files: tuple[str, ...]
    folder: str
    why_not: str = ""


def read_submissions(files: Files, endings: Collection[str]) -> list[FoundSubmission]:
    """Return all of them by path. `endings` are those of the languages that are known here."""
    rules = _rules(files)
    programs: dict[str, list[str]] = {}
    for path in files.below(FOLDER):
        parts = path.split("/")
        if len(parts) > 2:
            programs.setdefault("/".join(parts[:3]), []).append(path)
    return [_found(files, path, paths, rules, endings) for path, paths in programs.items()]


def _found(files: Files, path: str, paths: list[str], rules: Expectations, endings: Collection[str]) -> FoundSubmission:
    folder, why_not = _folder(path.removeprefix(f"{FOLDER}/"), rules), ""
    declared = any(_DECLARES in files.read(one) for one in paths)
    if declared and path.split("/")[1] in _PARTIAL:  # an answer that gets some points may be accepted
        folder = rules.MIXED
    if not any(PurePosixPath(one).suffix in endings for one in paths):
        why_not = "no language is known here by the ending"
    elif folder == rules.MIXED and not declared:
        why_not = "they do not say what is expected of them"
    elif folder not in rules.FOLDERS:
        why_not = "what is expected of them has no folder here"
    return FoundSubmission(path, tuple(paths), "" if why_not else folder, why_not)


def _rules(files: Files) -> Expectations:
    """Return what submissions.yaml says. Of what it says of some cases alone, nothing is taken over."""
    if _YAML not in files.sizes:
        return Expectations()
    said = read_yaml(files, _YAML, dict[str, Any]).said
    rules = {pattern: one if isinstance(one, dict) else {} for pattern, one in said.items()}
    files.unread[_YAML] |= {key for one in rules.values() for key in one if key not in _KEYS}
    words = ({key: _words(one[key]) for key in _KEYS if key in one} for one in rules.values())
    return Expectations(tuple(zip(rules, words, strict=True)))


def _words(said: Any) -> list[str]:
    """Return words: one alone may stand without a list."""
    return [str(word) for word in (said if isinstance(said, list) else [said])]


def _folder(path: str, rules: Expectations) -> str:
    """Return the folder that expects no more than that of a submission, and nothing else; empty where none does."""
    top = path.partition("/")[0]
    usual = _ALSO.get(top, top)
    if not rules.name(path):
        return usual
    expected = rules.of(path, rules.FOLDERS[top] if top in rules.OF_THE_FORMAT else rules.ANY)
    able = [folder for folder, may in rules.FOLDERS.items() if expected and expected <= may and folder != rules.MIXED]
    return min(able, key=lambda folder: len(rules.FOLDERS[folder]), default="")
