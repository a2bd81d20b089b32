"""Take an ICPC package over: read it from a folder or a zip, and write it as a package of the judge, whole or not."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomlkit

from judge.errors import JudgeError, Place
from judge.files import whole, write_files
from judge.model import Problem, ReadWarning
from judge.problems.compare import FlagsError, read_flags
from judge.problems.icpc.read_data import Data, plain_name, read_data
from judge.problems.icpc.read_files import SHOWN, Files, open_files, refused
from judge.problems.icpc.read_metadata import Metadata, read_metadata, time_limit
from judge.problems.icpc.read_submissions import FoundSubmission, read_submissions
from judge.problems.manifest import NAME, NAME_HELP
from judge.problems.package import read_package
from judge.problems.safe_files import STATEMENT
from judge.text import listed

_STATEMENTS = ("statement", "problem_statement")
_VALIDATORS = ("output_validator", "output_validators")  # of newer and of older versions
_SIDE = (".md", ".txt", ".h", ".hpp")  # beside a validator of one file
_HEAD = """\
# Taken over from a problem package of the ICPC, version {version}.
# license: {license}{owner}
title = {title}
puzzle = "general"
io = "stdio"        # a program reads stdin and prints its answer
answers = "strict"  # a program that ends with another exit status than 0 is not right
"""


class Imported(msgspec.Struct, frozen=True):
    """What came of it: the package as it is read here, the number of submissions, and what was not taken over."""

    problem: Problem
    submissions: int
    notices: tuple[ReadWarning, ...]


def import_package(source: Path, target: Path, endings: Collection[str]) -> Imported:
    """Write the package in `source` into the new folder `target`. `endings` are those of the languages known here.

    Raises JudgeError E428 for a package that can't be read, E429 for one that can't be judged here, E436 where
    something is at the target already, E435 when it can't be written; then nothing is left of it.
    """
    _check(target)
    with whole(target) as scratch, open_files(source) as files:
        made = _write(files, scratch, endings)
    return msgspec.structs.replace(made, problem=msgspec.structs.replace(made.problem, path=str(target)))


def name_of(source: Path) -> str:
    """Return what a package is called here, unless somebody says another name."""
    name = Path(os.path.realpath(source)).name  # which does not mind a link to itself
    return plain_name(name.removesuffix(".zip").removesuffix(".kpp"))


def _check(target: Path) -> None:
    if not NAME.fullmatch(target.name):
        message = f"{target.name!r} can't be the name of a package"
        raise JudgeError("E430", message, help=f"choose one with --name: {NAME_HELP}")
    if target.exists() or target.is_symlink():
        repair = "choose another name with --name, or move it away; nothing was changed"
        raise JudgeError("E436", f"{target} is there already", Place(str(target)), help=repair)


def _write(files: Files, root: Path, endings: Collection[str]) -> Imported:
    said = read_metadata(files)
    data, found = read_data(files, said), read_submissions(files, endings)
    limit, program = time_limit(files, said), validator_files(files, said)
    if not program:
        _check_flags(data, files.name)
    text = _problem_toml(said, data, limit)
    kept = [one for one in found if one.folder]
    places = _places(files, data, program, kept)
    write_files(root, {"problem.toml": text.encode(errors="replace")}.items())
    write_files(root, ((place, files.read(path)) for place, path in places.items()))
    files.lost += (*files.not_taken(), *_lost(said, found, limit))
    return Imported(read_package(root), len(kept), tuple(ReadWarning("W120", what) for what in files.lost))


def _problem_toml(said: Metadata, data: Data, time_limit: float | None) -> str:
    """Return the text of problem.toml."""
    usual, others = _flags(data)
    limits = said.limits
    tables: dict[str, Any] = {
        "limits": {
            "time_limit": time_limit,
            "memory": limits.memory,
            "output": limits.output,
            "compilation_time": limits.compilation_time,
        },
        "validator": {
            "flags": usual or None,
            "time_limit": limits.validation_time,
            "memory": limits.validation_memory,
            "output": limits.validation_output,
            "flags_of": others or None,
        },
        "groups": {name: _group(group) for name, group in data.groups.items()},
    }
    head = _HEAD.format(
        version=said.problem_format_version,
        license=_comment(said.license),
        owner=f", {_comment(owner)}" if (owner := said.owner) else "",
        title=tomlkit.item(said.title or "Untitled").as_string(),
    )
    return f"{head}\n{tomlkit.dumps(_said(tables))}"


def _said(value: Any) -> Any:
    """Return a table without what is None, and whole numbers as such."""
    if isinstance(value, dict):
        return {key: _said(one) for key, one in value.items() if one is not None}
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _group(group: Problem.Group) -> Mapping[str, object]:
    return {
        "points": group.points or None,
        "score_aggregation": group.score_aggregation if group.points else None,
        "require_pass": group.require_pass or None,
        "visibility": group.visibility if group.visibility == "full" else None,
    }


def _flags(data: Data) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """Return the flags that most cases have, and those of the others: of a group where all in it have the same."""
    usual = Counter(case.flags for case in data.cases).most_common(1)[0][0]
    others: dict[str, tuple[str, ...]] = {}
    for name in data.groups:
        cases = [case for case in data.cases if case.group == name]
        if len({case.flags for case in cases}) == 1:
            others |= {name: cases[0].flags} if cases[0].flags != usual else {}
        else:
            others |= {f"{name}/{case.name}": case.flags for case in cases if case.flags != usual}
    return usual, others


def _comment(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)[:200]


def _places(files: Files, data: Data, program: Mapping[str, str], submissions: list[FoundSubmission]) -> dict[str, str]:
    """Return the path of each file that is taken over, by its place in the new package."""
    places: dict[str, str] = {}
    for case in data.cases:
        folder = f"{case.group}/{case.name}"
        places |= {f"{folder}/input.txt": f"{case.path}.in", f"{folder}/answer.txt": f"{case.path}.ans"}
    places |= {f"{Problem.VALIDATORS}/{name}": path for name, path in program.items()}
    for top in _STATEMENTS:
        places |= {f"{STATEMENT}/{path.removeprefix(f'{top}/')}": path for path in files.below(top)}
    taken = set[str]()
    for one in submissions:
        _, top, name = one.path.split("/")
        twin = f"{one.folder}/{name}" in taken  # of one name in one folder: it gets the name of the folder it had
        place = f"{one.folder}/{top}-{name}" if twin else f"{one.folder}/{name}"
        taken.add(place)
        places |= {f"{Problem.SUBMISSIONS}/{place}{path.removeprefix(one.path)}": path for path in one.files}
    return places


def validator_files(files: Files, said: Metadata) -> Mapping[str, str]:
    """Return the paths of the validator's files, by the name that each gets here; nothing where answers are compared.

    JudgeError E428 where the package asks for a program and has none, E429 for several programs.
    """
    found = {top: list(files.below(top)) for top in _VALIDATORS}
    paths = [path for top in _VALIDATORS for path in found[top]]
    asked = "custom" in said.validation.split()
    if asked and not paths:
        raise refused("it asks for a validator of its own, and has none", files.name)
    if not paths or (said.legacy and not asked):
        return {}
    if all(found.values()):
        raise _several(files, _VALIDATORS)
    top = paths[0].split("/")[0]
    programs = sorted({path.split("/")[1] for path in paths})
    folders = [name for name in programs if f"{top}/{name}" not in files.sizes]
    if len(folders) > 1 or (folders and any(not name.endswith(_SIDE) for name in programs if name not in folders)):
        raise _several(files, programs)
    base = f"{top}/{folders[0]}/" if folders else f"{top}/"
    inner = {path.removeprefix(base): path for path in paths if path.startswith(base)}
    nested = folders and any("/" in name for name in inner)  # then its own folder has to stay around them
    return {f"{folders[0]}/{name}": path for name, path in inner.items()} if nested else inner


def _several(files: Files, programs: tuple[str, ...] | list[str]) -> JudgeError:
    message = f"it has several validators: {', '.join(programs[:5])}"
    return JudgeError("E429", message, Place(files.name), help="leave the one in it that decides")


def _check_flags(data: Data, name: str) -> None:
    """Raise E428 for a flag that the default validator does not know."""
    for flags, path in {case.flags: case.path for case in reversed(data.cases)}.items():
        try:
            read_flags(flags)
        except FlagsError as fault:
            raise refused(f"{path}: {fault}", name, "correct the flags of its validator") from None


def _lost(said: Metadata, found: list[FoundSubmission], limit: float | None) -> list[str]:
    """Return a sentence for what a package does not say, and for the submissions that are left out."""
    lost = list[str]()
    if limit is None:
        lost.append("it has no time limit, so that of the judge holds: judge limits  finds a better one")
    for why in dict.fromkeys(one.why_not for one in found if not one.folder):
        paths = [one.path.partition("/")[2] for one in found if one.why_not == why]
        lost.append(f"submissions are left out, as {why}: {listed(paths, SHOWN)}")
    if said.license in ("unknown", "permission"):
        lost.append(f"its license is {said.license!r}: ask its authors before you use it")
    return lost
