"""Read the submissions of an ICPC package, and which of our folders says of each what the package expects of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any, Final

import msgspec

from judge.problems.icpc.read_files import Files
from judge.problems.icpc.read_yaml import named, read_yaml

FOLDER: Final = "submissions"
_YAML: Final = f"{FOLDER}/submissions.yaml"
_SAME: Final = (  # mean there what they mean here, and nobody has said otherwise
    "accepted", "wrong_answer", "time_limit_exceeded", "run_time_error", "brute_force", "rejected",
    "memory_limit_exceeded", "output_limit_exceeded", "compiler_error",
)  # fmt: skip
_ALSO: Final = {"run-error": "run_time_error", "timelimit": "time_limit_exceeded", "partially_accepted": "rejected"}
_MIXED, _DECLARES = "mixed", b"@EXPECTED_RESULTS@"
_BRACES = re.compile(r"\{([^{}]*)\}")
_MOST_PATTERNS = 1000  # that the braces of a pattern may stand for


class Expectation(msgspec.Struct, frozen=True):
    """What submissions.yaml says of those that a pattern names. Of what it says of some cases alone, nothing is taken
    over."""

    permitted: list[str] | None = None
    required: list[str] | None = None


_FAILING: Final = ("WA", "TLE", "RTE")
_DEFAULTS: Final = {  # of folders that submissions.yaml says nothing of
    "accepted": Expectation(["AC"], ["AC"]),
    "rejected": Expectation(["AC", *_FAILING], [*_FAILING]),
    "wrong_answer": Expectation(["AC", "WA"], ["WA"]),
    "time_limit_exceeded": Expectation(["AC", "TLE"], ["TLE"]),
    "run_time_error": Expectation(["AC", "RTE"], ["RTE"]),
    "brute_force": Expectation(["AC", "TLE", "RTE"], ["TLE", "RTE"]),
}


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
    top = path.split("/")[1]
    folder = _by_rules(path.removeprefix(f"{FOLDER}/"), rules) if rules else _ALSO.get(top, top)
    why_not = ""
    if not any(PurePosixPath(one).suffix in endings for one in paths):
        why_not = "no language is known here by the ending"
    elif folder == _MIXED and not any(_DECLARES in files.read(one) for one in paths):
        why_not = "they do not say what is expected of them"
    elif folder not in (*_SAME, _MIXED):
        why_not = "what is expected of them has no folder here"
    return FoundSubmission(path, tuple(paths), "" if why_not else folder, why_not)


def _rules(files: Files) -> dict[str, Expectation]:
    """Return what submissions.yaml says by pattern, and note what nothing is made of."""
    if _YAML not in files.sizes:
        return {}
    source = read_yaml(files.read(_YAML, 1 << 20), dict[str, Any], f"{files.name}/{_YAML}")
    said = {pattern: one if isinstance(one, dict) else {} for pattern, one in source.said.items()}
    inner = (key for one in said.values() for key in one)
    if unread := dict.fromkeys(key for key in inner if key not in Expectation.__struct_fields__):
        files.lost.append(f"{_YAML}: not taken over is {', '.join(map(named, unread))}")
    files.lost += source.told_twice(_YAML)
    return {pattern: _expectation(one) for pattern, one in said.items()}


def _expectation(said: Mapping[str, Any]) -> Expectation:
    """Return what is said, each in words: one word may stand without a list."""
    lists = (said.get(key) for key in Expectation.__struct_fields__)
    words = (one if isinstance(one, list) or one is None else [one] for one in lists)
    return Expectation(*(None if one is None else [str(word) for word in one] for one in words))


def _by_rules(path: str, rules: Mapping[str, Expectation]) -> str:
    """Return the folder for what all patterns that name it, and the folder that it lies in, say together."""
    top = path.split("/", maxsplit=1)[0]
    if top not in _DEFAULTS and top in (*_SAME, _MIXED, *_ALSO) and not any(names_it(one, path) for one in rules):
        return _ALSO.get(top, top)
    permitted, required = {"AC", *_FAILING}, list[set[str]]()
    usual = {top: _DEFAULTS[top]} if top in _DEFAULTS else {}
    for pattern, rule in (usual | dict(rules)).items():
        if names_it(pattern, path):
            unsaid = _DEFAULTS.get(pattern, Expectation())  # a rule for one of the usual folders leaves the rest as is
            may = unsaid.permitted if rule.permitted is None else rule.permitted
            must = unsaid.required if rule.required is None else rule.required
            permitted &= permitted if may is None else set(may)
            required += [] if must is None else [set(must)]
    return _folder_of(permitted, set.intersection(permitted, *required))


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


def names_it(pattern: str, path: str) -> bool:
    """Say whether a pattern, with the signs of fnmatch, names a submission or a folder that it lies in. No sign reaches
    across a slash; a name with brackets is named by itself too."""
    parts = path.split("/")
    if f"{path}/".startswith(f"{pattern.strip('/')}/"):
        return True
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
