"""The validator of a general problem: its table in problem.toml, and its folder in the package."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from judge.errors import JudgeError, Place, meant
from judge.model import Limits, Problem
from judge.problems.compare import FlagsError, read_flags
from judge.problems.safe_files import files_inside, read_plain
from judge.toml_source import TomlSource

TABLE, FLAGS_OF = "validator", "validator.flags_of"
FILES_LIMIT, BYTES_LIMIT = 64, 4 << 20  # of a validator; testlib.h alone has 0.2 MiB
COMPILATION_S = 120.0  # a header such as testlib.h takes a compiler several seconds
_HELP = "leave in it the sources of one program alone, in Python or C++"


class ValidatorTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[validator]` of problem.toml, with the units and the defaults of the ICPC's package."""

    flags: tuple[str, ...] = ()
    flags_of: dict[str, Any] = {}  # tuples of words; each is converted apart, so that a fault knows its key
    time_limit: float = 60.0  # seconds of CPU for one answer
    memory: int = 2048  # MiB
    output: int = 8  # MiB

    def validator(self) -> Problem.Validator:
        """Return it without its files."""
        limits = Limits(self.time_limit, self.memory, self.output, COMPILATION_S)
        return Problem.Validator((), self.flags, tuple(self.flags_of.items()), limits)


def read_table(raw: dict[str, Any], source: TomlSource) -> ValidatorTable:
    """Return the table `[validator]` of problem.toml. Raises JudgeError E422 for a key or value that is wrong."""
    table = source.convert(raw, ValidatorTable, TABLE)
    return msgspec.structs.replace(table, flags_of=source.convert_each(table.flags_of, tuple[str, ...], FLAGS_OF))


def refuse_strange_flags(
    validator: Problem.Validator, groups: Sequence[str], cases: Sequence[str], source: TomlSource
) -> None:
    """Raise JudgeError E422 for flags of what is no group and no case: they would hold nowhere."""
    known = (*groups, *cases)
    for name, _ in validator.flags_of:
        if name not in known:
            message = f"[{FLAGS_OF}] names '{name}', which is no group and no case{meant(name, known)}"
            note = f"groups: {', '.join(groups)}"
            raise source.refused(FLAGS_OF, name, message, "write a group, or a case as group/case", note)


def with_files(root: Path, validator: Problem.Validator | None, source: TomlSource) -> Problem.Validator | None:
    """Return the validator with the program that is in the package `root`. Flags without one are those of the judge's
    own comparison: JudgeError E422, with its place in `source`, where it knows one of them not."""
    if validator is None:
        return None
    if files := read_validator(root):
        return msgspec.structs.replace(validator, files=files)
    said = [(TABLE, "flags", validator.flags), *((FLAGS_OF, *one) for one in validator.flags_of)]
    for table, key, flags in said:
        try:
            read_flags(flags)
        except FlagsError as fault:
            known = f"without a program in {Problem.VALIDATORS}/ the flags are those of the ICPC's default validator"
            raise source.refused(table, key, str(fault), "correct the flags", known) from None
    return validator


def read_validator(root: Path) -> tuple[tuple[str, bytes], ...]:
    """Return the files of the validator by path in its folder, nothing where the package has none.

    JudgeError E425 for a link, for what is too large, and for several programs; E435 for what can't be opened.
    """
    folder = root / Problem.VALIDATORS
    if folder.is_symlink() or folder.is_file():
        raise _refused("a link" if folder.is_symlink() else "a file: its programs lie in a folder", folder)
    shown = [path for path in files_inside(folder) if not path.name.startswith(".")]
    inner = [path for path in shown if path.is_dir()]
    if len(inner) == 1 and len(shown) == 1 and not inner[0].is_symlink():
        folder = inner[0]
    elif inner:
        raise _refused("a folder beside other files, so it is not clear what is run", inner[0])
    return _files(folder)


def _files(folder: Path) -> tuple[tuple[str, bytes], ...]:
    files: list[tuple[str, bytes]] = []
    room = BYTES_LIMIT
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        hidden = any(part.startswith(".") or part == "__pycache__" for part in inside.parts)
        if hidden or (path.is_dir() and not path.is_symlink()):
            continue
        if path.is_symlink() or not path.is_file():
            raise _refused("no plain file", path)
        data = read_plain(path, room + 1)
        room -= len(data)
        if room < 0 or len(files) == FILES_LIMIT:
            raise _refused(f"too much: it may have {FILES_LIMIT} files and {BYTES_LIMIT >> 20} MiB", folder)
        files.append((inside.as_posix(), data))
    return tuple(files)


def _refused(what: str, path: Path) -> JudgeError:
    inside = "" if path.name == Problem.VALIDATORS else f" in {Problem.VALIDATORS}/"
    return JudgeError("E425", f"{path.name}{inside} is {what}", Place(str(path)), help=_HELP)
