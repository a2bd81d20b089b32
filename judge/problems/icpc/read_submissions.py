"""Read the submissions of an ICPC package, and which of our folders says of each what the package expects of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any, Final

import msgspec

from judge.problems.icpc.read_files import Files
from judge.problems.icpc.read_folders import named
from judge.problems.icpc.read_yaml import read_yaml

FOLDER: Final = "submissions"
_YAML: Final = f"{FOLDER}/submissions.yaml"
_SAME: Final = (  # mean there what they mean here, and nobody has said otherwise
    "accepted", "wrong_answer", "time_limit_exceeded", "run_time_error", "brute_force", "rejected",
    "memory_limit_exceeded", "output_limit_exceeded", "compiler_error",
)  # fmt: skip
_ALSO: Final = {"run-error": "run_time_error", "timelimit": "time_limit_exceeded", "partially_accepted": "rejected"}
_DEFAULTS: Final = {
    "accepted": (("AC",), ("AC",)),
    "rejected": (("AC", "WA", "TLE", "RTE"), ("WA", "TLE", "RTE")),
    "wrong_answer": (("AC", "WA"), ("WA",)),
    "time_limit_exceeded": (("AC", "TLE"), ("TLE",)),
    "run_time_error": (("AC", "RTE"), ("RTE",)),
    "brute_force": (("AC", "TLE", "RTE"), ("TLE", "RTE")),
}
_MIXED, _DECLARES = "mixed", b"@EXPECTED_RESULTS@"
_BRACES = re.compile(r"\{([^{}]*)\}")
_MOST_PATTERNS = 64  # that the braces of a pattern may stand for


_TAKEN: Final = ("permitted", "required")


class Expectation(msgspec.Struct, frozen=True):
    """What submissions.yaml says of those that a pattern names. Of what it says of some cases alone, nothing is taken
    over."""

    permitted: list[str] | None = None
    required: list[str] | None = None


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


def _found(
    files: Files, path: str, paths: list[str], rules: Mapping[str, Expectation], endings: Collection[str]
) -> FoundSubmission:
    if not any(PurePosixPath(one).suffix in endings for one in paths):
        return FoundSubmission(path, tuple(paths), "", "no language is known here by the ending")
    top = path.split("/")[1]
    folder = _by_rules(path.removeprefix(f"{FOLDER}/"), rules) if rules else _ALSO.get(top, top)
    if folder == _MIXED and not any(_DECLARES in files.read(one) for one in paths):
        return FoundSubmission(path, tuple(paths), "", "they do not say what is expected of them")
    if folder not in (*_SAME, _MIXED):
        return FoundSubmission(path, tuple(paths), "", "what is expected of them has no folder here")
    return FoundSubmission(path, tuple(paths), folder)


def _rules(files: Files) -> dict[str, Expectation]:
    if _YAML not in files.sizes:
        return {}
    raw: dict[str, Any] = read_yaml(files.read(_YAML, 1 << 20), dict[str, Any], f"{files.name}/{_YAML}").said
    plain = (dict[str, Any](one) if isinstance(one, dict) else {} for one in raw.values())
    return {key: msgspec.convert(_verdicts(one), Expectation) for key, one in zip(raw, plain, strict=True)}


def lost_expectations(files: Files) -> Iterator[str]:
    """Yield a sentence for what submissions.yaml says and nothing is made of."""
    if _YAML in files.sizes:
        source = read_yaml(files.read(_YAML, 1 << 20), dict[str, Any], f"{files.name}/{_YAML}")
        inner = (key for one in source.said.values() if isinstance(one, dict) for key in one)
        if unread := dict.fromkeys(key for key in inner if key not in _TAKEN):
            yield f"{_YAML}: not taken over is {', '.join(map(named, unread))}"
        yield from (f"{_YAML} has the key {named(key)} twice, and the last holds" for key in source.twice)


def _verdicts(said: dict[str, Any]) -> dict[str, list[str]]:
    lists = {key: one for key, one in said.items() if key in _TAKEN}
    return {key: [str(word) for word in (one if isinstance(one, list) else [one])] for key, one in lists.items()}


def _by_rules(path: str, rules: Mapping[str, Expectation]) -> str:
    """Return the folder for what all patterns that name it, and the folder that it lies in, say together."""
    top = path.split("/", maxsplit=1)[0]
    if top not in _DEFAULTS and top in (*_SAME, _MIXED, *_ALSO) and not any(_names(one, path) for one in rules):
        return _ALSO.get(top, top)
    permitted, required = {"AC", "WA", "TLE", "RTE"}, list[set[str]]()
    said = {top: Expectation(*map(list, _DEFAULTS[top]))} if top in _DEFAULTS else {}
    for pattern, rule in (said | {key: _filled(key, rule) for key, rule in rules.items()}).items():
        if _names(pattern, path):
            permitted &= set(rule.permitted if rule.permitted is not None else permitted)
            required += [set(rule.required)] if rule.required is not None else []
    required = [one & permitted for one in required] or [permitted]
    return _folder_of(permitted, set.intersection(*required))


def _folder_of(permitted: set[str], required: set[str]) -> str:
    """Return the folder whose submissions do what these may and must do; empty where none is so."""
    if permitted == {"AC"}:
        return "accepted"
    if not required or "AC" in required:
        return ""
    single = {"WA": "wrong_answer", "TLE": "time_limit_exceeded", "RTE": "run_time_error"}
    failing = permitted - {"AC"}
    if len(failing) == 1:
        return single[failing.pop()]
    return "rejected" if "WA" in failing else "brute_force"


def _filled(name: str, rule: Expectation) -> Expectation:
    """Return a rule for one of the usual folders with what it leaves as it was."""
    if name not in _DEFAULTS:
        return rule
    permitted, required = _DEFAULTS[name]
    given = (rule.permitted, permitted), (rule.required, required)
    return Expectation(*(list(usual) if one is None else one for one, usual in given))


def _names(pattern: str, path: str) -> bool:
    """Say whether a pattern names a submission or the folder that it lies in; its stars do not reach across a slash."""
    parts = path.split("/")
    for one in _spelled_out(pattern.strip("/")):
        words = one.split("/")
        if len(words) <= len(parts) and all(map(fnmatchcase, parts, words)):
            return True
    return False


def _spelled_out(pattern: str) -> Iterator[str]:
    """Yield the patterns that one with braces stands for."""
    waiting, yielded = [pattern], 0
    while waiting and yielded + len(waiting) <= _MOST_PATTERNS:
        one = waiting.pop(0)
        if braces := _BRACES.search(one):
            waiting += [one[: braces.start()] + word + one[braces.end() :] for word in braces[1].split(",")]
        else:
            yielded += 1
            yield one
