"""Check what a package says of programs: names of files, and words in braces; and read the call.toml of a case."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from judge.errors import JudgeError
from judge.model import Call, Programs
from judge.problems.calling import BRACES, FILES, OF_BOARD
from judge.problems.formats.toml_source import TomlSource

CALL = "call.toml"
_PART = r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9_])?"
_FILE = re.compile(rf"(?:{_PART}/)?{_PART}")  # the box makes the folder; nothing leads out of it
_FILE_HELP = "name a file, or one folder and a file: letters, digits, hyphens, underscores and dots"
_CALL_HELP = "write arguments, status and stdout, each only where it is needed"
_MOST_ARGUMENTS, _MOST_LENGTH, _MOST_OUTPUT, _MOST_STATUS = 64, 1000, 10_000, 255


def checked_programs(programs: Programs, source: TomlSource) -> Programs:
    """Return the same. Raises JudgeError E422 or E480 for what no program could be called with."""
    for key in ("input_file", "output_file"):
        if not _FILE.fullmatch(name := getattr(programs, key)):
            raise JudgeError("E422", f"{key} is {name!r}", source.place("", key), help=_FILE_HELP)
    for one, other in ((programs.input_file, programs.output_file), (programs.output_file, programs.input_file)):
        if one.partition("/")[0] == other and "/" in one:
            place, repair = source.place("", "output_file"), "give the folder or the file another name"
            raise JudgeError("E422", f"{other} would be a file and a folder", place, help=repair)
    for language, factor in programs.multipliers.items():
        if not (math.isfinite(factor) and factor > 0):
            place = source.place("multipliers", language)
            raise JudgeError("E422", f"the multiplier of {language} must be above 0", place, help="write a number")
    known = () if programs.dialect == "as-is" else OF_BOARD
    _check_words("arguments", programs.arguments, _of_call(programs), source)
    _check_words("reads", (programs.reads,), known, source)
    if programs.reads and (programs.bytes == "as-is" or programs.dialect != "homework"):
        place, repair = source.place("", "reads"), "leave reads out, or the other key"
        raise JudgeError(
            "E422", "reads takes the place of the whole case, so nothing of it is left", place, help=repair
        )
    return programs


def may_be_called(name: str) -> bool:
    """Say whether input_file could be this name."""
    return _FILE.fullmatch(name) is not None


def read_call(data: bytes, file: str, programs: Programs) -> Call:
    """Return what the call.toml of a case says. Raises JudgeError E481 where that is wrong, E480 for its braces."""
    source = TomlSource.of(data, file, "E481", _CALL_HELP)
    call = source.convert(source.keys(), Call)
    _check_words("arguments", call.arguments or (), _of_call(programs), source)
    if call.status is not None and not 0 <= call.status <= _MOST_STATUS:
        message = f"status is {call.status}, but an exit status is 0 to {_MOST_STATUS}"
        raise JudgeError("E481", message, source.place("", "status"), help="correct the number")
    if call.stdout is not None and len(call.stdout) > _MOST_OUTPUT:
        message = f"stdout is longer than {_MOST_OUTPUT:,} characters"
        raise JudgeError("E481", message, source.place("", "stdout"), help="expect a message")
    if call == Call():
        raise JudgeError("E481", "call.toml says nothing", source.place("", ""), help=_CALL_HELP)
    if call.expects and programs.batch:
        message = "with batch one run has all cases of a group, and none ends as one alone"
        raise JudgeError("E481", message, source.place("", "status"), help="leave batch out of problem.toml")
    if call.arguments is not None and programs.batch:
        message = "with batch one run has all cases of a group, and none has arguments of its own"
        raise JudgeError("E481", message, source.place("", "arguments"), help="leave batch out of problem.toml")
    return call


def _of_call(programs: Programs) -> tuple[str, ...]:
    """Return the words that stand for something on a command line. The cases of a batch have one, and no two boards
    are the same."""
    files = () if programs.io == "stdio" else FILES
    return files if programs.batch or programs.dialect == "as-is" else (*OF_BOARD, *files)


def _check_words(key: str, values: Sequence[str], known: Sequence[str], source: TomlSource) -> None:
    """Refuse braces that stand for nothing: E480, with line and column; and what no command line can hold."""
    for value in values:
        for found in BRACES.finditer(value):
            if found[1] is None or found[1] not in known:
                words = "known: " + (", ".join(f"{{{name}}}" for name in known) or "none here")
                said = f"{found[0]} stands for nothing" if found[1] is not None else f"{found[0]} stands alone"
                place = source.place_in(key, value, found.start())
                raise JudgeError("E480", f"{key}: {said}", place, words, "correct the word, or delete it")
        if not (value.isascii() and value.isprintable()) or len(value) > _MOST_LENGTH:
            message = f"{key} holds {value[:20]!r}, which is no plain text, or longer than {_MOST_LENGTH} characters"
            raise JudgeError(source.code, message, source.place("", key), help="write ASCII text on one line")
    if len(values) > _MOST_ARGUMENTS:
        message = f"{key} holds {len(values)} words, but at most {_MOST_ARGUMENTS} are given"
        raise JudgeError(source.code, message, source.place("", key), help="write fewer")
