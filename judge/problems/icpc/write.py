"""Write a package in the ICPC's problem package format, as files by their path: the same bytes each time.

Version 2025-09 is what BAPCtools reads. Kattis's problemtools know the same as 2023-07. `legacy` is what DOMjudge
reads, with other names of folders. What the format can't say is said in a remark each.
"""

from __future__ import annotations

import math
import re
import uuid
import zipfile
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal

from judge.errors import JudgeError
from judge.files import lies_inside, whole, write_files
from judge.model import Problem
from judge.problems.icpc.write_data import data_files
from judge.problems.icpc.write_tex import as_tex
from judge.problems.icpc.write_validators import input_validator, output_validator
from judge.problems.icpc.write_yaml import as_yaml
from judge.problems.puzzles import GENERAL
from judge.problems.row.statement import CALL
from judge.problems.safe_files import STATEMENT

Version = Literal["2025-09", "2023-07", "legacy"]
LEGACY: Final = "legacy"
_NAMESPACE: Final = uuid.UUID("5f0c1c1e-4a57-5c0e-9a55-6a75646765ff")  # of packages of the judge
_VALIDATOR: Final = "validator.py"
_STATEMENT_NAME: Final = re.compile(r"problem(?:\.([a-z]{2,3}(?:-[A-Z]{2})?))?\.md")
_HEADING: Final = re.compile(r"^##? ")
ENGLISH: Final = "en"
_ON_STDIN: Final = "Your program reads the input from standard input and writes its answer to standard output.\n"
_INPUT_HEADING: Final = "\n## Input\n\n"
NO_STATEMENT: Final = "This package has no statement of its own.\n"
_ZIP: Final = ".zip"
_SHORT: Final = re.compile(r"[a-z0-9]{1,255}")
_YEAR: Final = (1980, 1, 1, 0, 0, 0)  # of all in a zip: the same bytes each time


def export_package(
    problem: Problem, programs: Mapping[str, bytes], target: Path, version: Version, *, scoring: bool
) -> tuple[Mapping[str, bytes], list[str]]:
    """Write the package into a new folder or zip; `scoring` keeps the points of the groups, which few systems read.
    Return its files, and a sentence for each thing that it can't say. Raises as `icpc_files` and `write_target` do."""
    files = icpc_files(problem, programs, version, scoring=scoring)
    write_target(target, files, bare=version == LEGACY)
    return files, list(remarks(problem, scoring=scoring))


def icpc_files(
    problem: Problem, programs: Mapping[str, bytes], version: Version = "2025-09", *, scoring: bool = False
) -> dict[str, bytes]:
    """Return every file of the package by its path; `programs` are those in its submissions/.

    Raises JudgeError E426 for what can't be exported.
    """
    if scoring and version != "2025-09":
        raise JudgeError("E426", f"points are not written in version {version}", help="leave --scoring out")
    for key in ("arguments", "reads"):
        if getattr(problem.programs, key):
            message = f"{key} can't be exported: other judges give a program each case on stdin"
            raise JudgeError("E426", message, help="export a copy of the package without it")
    if problem.validator:  # what its inputs must look like, only its author knows, or its row alone
        own = "has a validator of its own, and then no validator of its inputs can be written"
        without = "has no boards, so no validator of its inputs can be written, which the format asks for"
        what = without if problem.puzzle == GENERAL else own
        repair = (
            "copy its cases and output_validators/, which are as the format wants them, and write input_validators/"
        )
        raise JudgeError("E426", f"{problem.name} {what}", help=repair)
    legacy, texts = version == LEGACY, statements(problem)
    found = {"problem.yaml": as_yaml(_legacy(problem) if legacy else _metadata(problem, [*texts], version, scoring))}
    if legacy:
        limit = _limit(problem)
        found |= {".timelimit": f"{limit}\n".encode(), "domjudge-problem.ini": f"timelimit='{limit}'\n".encode()}
    for language, text in texts.items():
        folder = "problem_statement" if legacy else "statement"
        found[f"{folder}/problem.{language}.tex"] = as_tex(problem.title, text).encode()
    found |= data_files(problem, scoring=scoring, grouped=not legacy)
    found[f"input_validators/{_VALIDATOR}"] = input_validator(problem)
    found[f"{'output_validators' if legacy else 'output_validator'}/{_VALIDATOR}"] = output_validator(problem)
    found |= {f"submissions/{path}": data for path, data in programs.items()}
    return dict(sorted(found.items()))


def remarks(problem: Problem, *, scoring: bool = False) -> Iterator[str]:
    """Yield a sentence for each thing that the package says and the exported one can't."""
    if any(group.points for group in problem.groups.values()) and not scoring:
        yield "the points of the groups are left out: a submission is right or wrong there; --scoring keeps them"
    if scoring and (sample := problem.groups.get("sample")) and sample.points:
        yield "samples have no points there"
    if problem.scheme.bonus or problem.scheme.rule != "groups":
        yield "the scheme and the bonus are left out"
    if problem.deadline:
        yield "the deadline is left out"
    if problem.programs.multipliers:
        yield "the multipliers of languages are left out: each has the same limit there"
    if problem.programs.shapes:
        yield 'answers = "shapes" is left out: answers are read as with "tolerant"'
    if problem.programs.fail_words:
        yield "fail_words are left out: there, only FAIL says that there is no arrangement"
    if problem.programs.bytes == "as-is" and any(case.as_is is not None for case in problem.cases):
        yield 'bytes = "as-is" is left out: cases are written with LF at the ends of their lines'
    if problem.scored:
        yield "there, only the most is right: an answer that is worth less here, but not nothing, is wrong there"
    if NO_STATEMENT in statements(problem).values():
        yield "there is no statement: write one into problem_statement/problem.en.md"


def statements(problem: Problem) -> dict[str, str]:
    """Return the statement in each language of the package; one sentence in English where there is none.

    Without the title, which is prepended elsewhere, and without sections that show an ```input: samples are appended.
    Without the paragraph about functions too: all submissions are programs there.
    """
    found: dict[str, str] = {}
    root = Path(problem.path)
    for path in sorted((root / STATEMENT).glob("problem*.md")):
        name = _STATEMENT_NAME.fullmatch(path.name)
        if name and path.is_file() and lies_inside(path, root):
            text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").removeprefix("\ufeff")
            found[name[1] or ENGLISH] = _for_programs(text)
    return found or {ENGLISH: NO_STATEMENT}


def _for_programs(text: str) -> str:
    kept = [section for section in _sections(text) if "\n```input\n" not in section]
    if kept and kept[0].startswith("# "):
        kept[0] = kept[0].partition("\n")[2]
    paragraphs = "".join(kept).split("\n\n")
    whole = "\n\n".join(one for one in paragraphs if not one.lstrip("\n").startswith(CALL)).strip("\n") + "\n"
    told = whole.replace(_INPUT_HEADING, _INPUT_HEADING + _ON_STDIN + "\n", 1)
    return told if told != whole else f"{whole}\n{_ON_STDIN}"


def _sections(text: str) -> list[str]:
    """Split a text before each heading of its first two levels, but not within a block of code."""
    sections, fenced = [""], False
    for line in text.splitlines(keepends=True):
        fenced ^= line.startswith("```")
        if _HEADING.match(line) and not fenced:
            sections.append("")
        sections[-1] += line
    return [section for section in sections if section]


def _metadata(problem: Problem, languages: list[str], version: str, scoring: bool) -> dict[str, Any]:
    limit = _limit(problem)
    steps = Fraction(str(limit)).denominator  # a second: the format asks for a limit that is a whole number of steps
    resolution = {"time_resolution": 1 / steps} if steps > 1 else {}
    return {
        "problem_format_version": version,
        "type": "scoring" if scoring else "pass-fail",
        "name": dict.fromkeys(languages, problem.title),
        "uuid": _uuid(problem),
        "limits": {
            "time_limit": limit,
            **resolution,
            "time_multipliers": {"ac_to_time_limit": 1, "time_limit_to_tle": 1},  # the limit is given, not derived
            **_limits(problem),
        },
    }


def _legacy(problem: Problem) -> dict[str, Any]:
    return {
        "problem_format_version": LEGACY,
        "name": problem.title,
        "uuid": _uuid(problem),
        "validation": "custom",
        "limits": _limits(problem),
    }


def _limits(problem: Problem) -> dict[str, int]:
    limits = problem.limits
    compilation_s = math.ceil(limits.compilation_time)
    return {"memory": limits.memory, "output": limits.output, "compilation_time": compilation_s}


def _limit(problem: Problem) -> float:
    limit = problem.limits.time_limit
    return int(limit) if limit == int(limit) else limit


def _uuid(problem: Problem) -> str:
    """Return the same for each package of this name: an archive that has it already takes the new one as its next."""
    return str(uuid.uuid5(_NAMESPACE, problem.name))


def check_target(target: Path) -> None:
    """Raise JudgeError E426 for a name that the format refuses, E427 for a place where something is."""
    name = target.resolve().name.removesuffix(_ZIP)
    if not _SHORT.fullmatch(name):
        plain = re.sub(r"[^a-z0-9]", "", name.lower()) or "cup"
        message = f"{name!r} can't be the name of a package: the format asks for small letters and digits alone"
        raise JudgeError("E426", message, help=f"name {target.with_name(plain + target.suffix * _is_zip(target))}")
    taken = target.exists() or target.is_symlink()
    if taken and (_is_zip(target) or not target.is_dir() or any(target.iterdir())):
        raise JudgeError("E427", f"{target} is there already", help="remove it, or name another; nothing was changed")


def write_target(target: Path, files: Mapping[str, bytes], *, bare: bool = False) -> None:
    """Write the files into a folder, or into a zip where the name ends so. JudgeError E435 when that can't be done;
    then nothing is left. A `bare` zip has no folder at its top."""
    with whole(target) as scratch:
        if not _is_zip(target):
            write_files(scratch, files.items())
            return
        with zipfile.ZipFile(scratch, "w") as packed:
            for name, data in files.items():
                entry = zipfile.ZipInfo(name if bare else f"{target.stem}/{name}", _YEAR)
                entry.external_attr = 0o644 << 16
                packed.writestr(entry, data, zipfile.ZIP_DEFLATED)


def _is_zip(target: Path) -> bool:
    return target.suffix == _ZIP
