"""Read the `submissions/` of a package: each with the verdicts that its author allows it.

    submissions/<folder>/<file or folder>

The names of the folders are those of the ICPC's package format (2025-09), and those that DOMjudge adds to them. A line
`@EXPECTED_RESULTS@: ...` in a source says less than its folder, never more; in `mixed` it says all. The
`submissions.yaml` of the format is read as far as it is simple:

    wrong_answer/forgets_a_tree.py:      # a path or a pattern below submissions/
      permitted: [AC, WA]                # each case gets one of these
      required: [WA]                     # at least one case gets one of these

Lists in brackets on one line are read, without a library for YAML. Of what else says which verdicts are expected, such
as rules for a group of cases, a warning tells.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from judge.errors import JudgeError, Place, meant
from judge.files import lies_inside
from judge.model import Problem, Programs, ReadWarning, Submission, Validated, Verdict
from judge.problems.icpc import Expectations
from judge.submissions.contract import UNSAID
from judge.submissions.language import languages
from judge.submissions.read import read_submission

NAME = "submissions.yaml"
_HEADER = b"@EXPECTED_RESULTS@:"
_PATTERN = re.compile(r"""(["']?)([^"':\s]+)\1:\s*""")
_LIST = re.compile(r"(permitted|required):\s*\[([A-Z, ]+)\]")
_ELSE = re.compile(r"(authors|model_solution|use_for_time_limit)\s*:.*")  # no word on verdicts


def expected_submissions(package: Path, rules: Programs = UNSAID) -> list[Submission]:
    """Return what is in the package's `submissions/`, by folder and name; nothing where there is no such folder.

    What is `expected` are the verdicts that the judge may give: `AC` alone means that all cases are accepted; without
    `AC`, one of them must occur, and no other than them and AC may. Raises E417 where a folder is unknown or a source
    says otherwise, and what `read_submission` raises. `rules` are what the package says of programs.
    """
    root = package / Problem.SUBMISSIONS
    if not root.is_dir():
        return []
    found: list[Submission] = []
    said, _ = read_rules(root)
    for folder in _visible(root):
        if folder.is_dir():
            own = _allowed(folder, said)
            found += [_read(path, package, _refined(path, own, said), rules) for path in _visible(folder)]
        elif languages().is_source(folder.name):
            raise _wrong(folder, f"{folder.name} lies in no folder that says what is expected of it")
    return found


def unread_remarks(package: Path) -> list[Validated.Remark]:
    """Return what of the package's submissions.yaml is not read, and so not held."""
    file = package / Problem.SUBMISSIONS / NAME
    return [Validated.Remark("", str(file), what) for what in read_rules(file.parent)[1]]


def _allowed(folder: Path, said: Expectations) -> frozenset[Verdict]:
    if any(pattern == folder.name for pattern, _ in said.rules):
        return said.FOLDERS.get(folder.name, said.ANY)
    if folder.name not in said.FOLDERS:
        raise _wrong(folder, f"the folder {folder.name!r} stands for no verdict{meant(folder.name, said.FOLDERS)}")
    return said.FOLDERS[folder.name]


def _refined(path: Path, own: frozenset[Verdict], said: Expectations) -> frozenset[Verdict] | None:
    """Return what a submission may get; None where neither its folder nor a rule says it."""
    name = f"{path.parent.name}/{path.name}"
    ruled = said.name(name)
    if path.parent.name == said.MIXED and not ruled:
        return None
    allowed = said.of(name, own) if ruled else own
    if not allowed:
        repair = f"correct its rules in {Problem.SUBMISSIONS}/{NAME}"
        raise _wrong(path, f"{NAME} expects of {name} what can't be", repair)
    return allowed


def _read(path: Path, package: Path, allowed: frozenset[Verdict] | None, rules: Programs) -> Submission:
    if not lies_inside(path, package):
        says = f"{path.name} is a link that leads out of the package, or to itself"
        raise _wrong(path, says, "copy the file into the package")
    one = read_submission(path, package.resolve().name, f"{path} --problem {package}", rules)
    declared = frozenset(one.expected) if _HEADER in one.source else None
    verdicts = declared or allowed
    if verdicts is None:
        repair = "write a comment such as  # @EXPECTED_RESULTS@: WA, TLE  into it"
        says = f"{path.name} lies in {Expectations.MIXED} and does not say what is expected of it"
        raise _wrong(one.path, says, repair)
    if declared is not None and allowed is not None and not declared <= allowed:
        says = f"{path.name} expects {_words(declared)}, but its folder {path.parent.name} {_words(allowed)}"
        mixed = f"{Problem.SUBMISSIONS}/{Expectations.MIXED}"
        raise _wrong(path, says, f"correct the line @EXPECTED_RESULTS@, or move it to {mixed}")
    in_order = tuple(verdict for verdict in Verdict if verdict in verdicts)
    return msgspec.structs.replace(one, name=f"{path.parent.name}/{path.name}", expected=in_order)


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
    repair = repair or f"put it into one of {', '.join(Expectations.FOLDERS)}"
    return JudgeError("E417", message, Place(str(path)), help=repair)


# --- submissions.yaml -------------------------------------------------------------------------------------------------
def read_rules(folder: Path) -> tuple[Expectations, tuple[ReadWarning, ...]]:
    """Return the rules in the file of this folder, and what could not be read of it."""
    file = folder / NAME
    if not file.is_file():
        return Expectations(), ()
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        raise JudgeError("E435", f"{NAME} can't be read: {fault}", Place(str(file))) from fault
    rules: list[tuple[str, dict[str, list[str]]]] = []
    unread: list[ReadWarning] = []
    indent = 0  # of the keys of a rule; what is deeper belongs to a group of cases
    for number, line in enumerate(lines, 1):
        said = re.sub(r"(^|\s)#.*", "", line).rstrip()
        deep = len(said) - len(said.lstrip())
        indent = deep if not (deep and indent) else indent
        if said and not (deep == indent and _take(said, rules)):
            unread.append(ReadWarning("W121", f"{NAME} is only read in part", number))
    return Expectations(tuple(rules)), tuple(unread)


def _take(line: str, rules: list[tuple[str, dict[str, list[str]]]]) -> bool:
    """Take one line into the rules; False where it says something that is not read."""
    if head := _PATTERN.fullmatch(line):
        rules.append((head[2], {}))
        return True
    if not rules or line[0] not in " \t":
        return False
    if _ELSE.fullmatch(line.strip()):
        return True
    said = _LIST.fullmatch(line.strip())
    words = re.findall(r"[A-Z]+", said[2]) if said else []
    if not said or not words or not {*words} <= {*Expectations.WORDS}:
        return False
    rules[-1][1][said[1]] = words
    return True
