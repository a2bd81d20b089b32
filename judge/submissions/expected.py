"""Read the `submissions/` of a package: each with the verdicts that its author allows it.

    submissions/<folder>/<file or folder>

The names of the folders are those of the ICPC's package format (2025-09), and those that DOMjudge adds to them. A line
`@EXPECTED_RESULTS@: ...` in a source says less than its folder, never more; in `mixed` it says all. A
`submissions.yaml` may say it too (`expectations.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from judge.errors import JudgeError, Place, meant
from judge.model import Programs, ReadWarning, Submission, Verdict
from judge.model.problem import UNSAID
from judge.problems.inside import lies_inside
from judge.submissions.expectations import ANY, NAME, Rule, expected_by, read_rules
from judge.submissions.folder import SUBMISSIONS, main_file
from judge.submissions.languages import is_source
from judge.submissions.read import read_submission

Expected = tuple[Submission, frozenset[Verdict]]

FOLDER = SUBMISSIONS
MIXED = "mixed"
_CRASHES = frozenset({Verdict.RTE, Verdict.MLE, Verdict.OLE})  # the ICPC has no verdict of its own for the last two
FOLDERS: dict[str, frozenset[Verdict]] = {
    "accepted": frozenset({Verdict.AC}),
    "wrong_answer": frozenset({Verdict.WA}),
    "time_limit_exceeded": frozenset({Verdict.TLE}),
    "run_time_error": _CRASHES,
    "brute_force": _CRASHES | {Verdict.TLE},
    "rejected": _CRASHES | {Verdict.TLE, Verdict.WA},
    "memory_limit_exceeded": frozenset({Verdict.MLE}),
    "output_limit_exceeded": frozenset({Verdict.OLE}),
    "compiler_error": frozenset({Verdict.CE}),
    MIXED: frozenset(Verdict) - {Verdict.JE},
}
_NO_SCORES = "partially_accepted"
_HEADER = b"@EXPECTED_RESULTS@:"


def expected_in(package: Path, rules: Programs = UNSAID) -> list[Expected]:
    """Return what is in the package's `submissions/`, by folder and name; nothing where there is no such folder.

    The verdicts are those that the judge may give: `AC` alone means that all cases are accepted; without `AC`, one of
    them must occur, and no other than them and AC may. `Submission.expected` holds the same. Raises E417 where a folder
    is unknown or a source says otherwise, and what `read_submission` raises. `rules` are what the package says of
    programs.
    """
    root = package / FOLDER
    if not root.is_dir():
        return []
    found: list[Expected] = []
    refined, _ = read_rules(root)
    for folder in _visible(root):
        if folder.is_dir():
            own = _allowed(folder, refined)
            found += [_read(path, package, _refined(path, own, refined), rules) for path in _visible(folder)]
        elif is_source(folder.name):
            raise _wrong(folder, f"{folder.name} lies in no folder that says what is expected of it")
    return found


def unread_in(package: Path) -> tuple[ReadWarning, ...]:
    """Return what of the package's submissions.yaml is not read, and so not held."""
    return read_rules(package / FOLDER)[1]


def _allowed(folder: Path, refined: Sequence[Rule]) -> frozenset[Verdict]:
    if any(rule.pattern == folder.name for rule in refined):
        return FOLDERS.get(folder.name, ANY)
    if folder.name == _NO_SCORES:
        raise _wrong(folder, f"{_NO_SCORES} is for problems with scores, and these have none")
    if folder.name not in FOLDERS:
        raise _wrong(folder, f"the folder {folder.name!r} stands for no verdict{meant(folder.name, FOLDERS)}")
    return FOLDERS[folder.name]


def _refined(path: Path, own: frozenset[Verdict], refined: Sequence[Rule]) -> frozenset[Verdict] | None:
    """Return what a submission may get; None where neither its folder nor a rule says it."""
    name = f"{path.parent.name}/{path.name}"
    ruled = any(rule.matches(name) for rule in refined)
    if path.parent.name == MIXED and not ruled:
        return None
    allowed = expected_by(refined, name, own) if ruled else own
    if not allowed:
        raise _wrong(path, f"{NAME} expects of {name} what can't be", f"correct its rules in {FOLDER}/{NAME}")
    return allowed


def _read(path: Path, package: Path, allowed: frozenset[Verdict] | None, rules: Programs) -> Expected:
    if not lies_inside(path, package):
        what = "is a link that leads out of the package, or to itself"
        raise _wrong(path, f"{path.name} {what}", "copy the file into the package")
    one = read_submission(path, package.resolve().name, f"{path} --problem {package}", rules)
    declared = frozenset(one.expected) if _HEADER in one.source else None
    verdicts = declared or allowed
    if verdicts is None:
        place = main_file(path) if path.is_dir() else path
        repair = "write a comment such as  # @EXPECTED_RESULTS@: WA, TLE  into it"
        raise _wrong(place, f"{path.name} lies in {MIXED} and does not say what is expected of it", repair)
    if declared is not None and allowed is not None and not declared <= allowed:
        says = f"{path.name} expects {_words(declared)}, but its folder {path.parent.name} {_words(allowed)}"
        raise _wrong(path, says, f"correct the line @EXPECTED_RESULTS@, or move it to {FOLDER}/{MIXED}")
    in_order = tuple(verdict for verdict in Verdict if verdict in verdicts)
    return msgspec.structs.replace(one, name=f"{path.parent.name}/{path.name}", expected=in_order), verdicts


def _visible(folder: Path) -> list[Path]:
    """Return what lies in a folder, by name, but for what is hidden and what Python leaves behind."""
    try:
        found = sorted(folder.iterdir())
    except OSError as fault:
        raise JudgeError("E435", f"the folder can't be opened: {fault.strerror}", Place(str(folder))) from fault
    return [path for path in found if not path.name.startswith(".") and path.name != "__pycache__"]


def _words(verdicts: frozenset[Verdict]) -> str:
    return " or ".join(verdict for verdict in Verdict if verdict in verdicts)


def _wrong(path: Path, message: str, repair: str = "") -> JudgeError:
    repair = repair or f"put it into one of {', '.join(FOLDERS)}"
    return JudgeError("E417", message, Place(str(path)), help=repair)
