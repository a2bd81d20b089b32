"""Read what a package says of programs: names of files, words in braces and words for FAIL."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from judge.errors import WENT, JudgeError, gone, meant
from judge.model import Programs
from judge.problems import puzzles
from judge.problems.formats.fail_words import LONGEST, plain_word
from judge.problems.formats.toml_source import TomlSource
from judge.problems.language_rows import language_rows
from judge.problems.program_input import BRACES, FILES, OF_BOARD
from judge.problems.puzzles.call import other_parameters
from judge.problems.puzzles.general import GENERAL
from judge.problems.top_keys import TopKeys

_PART = r"[A-Za-z0-9_](?:[A-Za-z0-9_. -]{0,98}[A-Za-z0-9_])?"
_FILE = re.compile(rf"(?:{_PART}/){{0,8}}{_PART}")  # the box makes the folders; nothing leads out of it
_FILE_HELP = "name a file, in at most 8 folders: letters, digits, blanks, hyphens, underscores and dots within a name"
_MOST_ARGUMENTS, _MOST_LENGTH = 64, 1000


def read_programs(keys: TopKeys, source: TomlSource) -> Programs:
    """Return what the keys say. Raises JudgeError E422 or E480."""
    shapes, words = keys.answers == "shapes", _fail_words(keys, source)
    if keys.pairs and not shapes:
        place, repair = source.place("", "pairs"), 'write answers = "shapes", or delete pairs'
        raise JudgeError("E422", 'pairs are read only where answers is "shapes"', place, help=repair)
    puzzle = puzzles.named(keys.puzzle)
    _check_dialect(keys, source)
    said = Programs(
        io=keys.io or "any",
        input_file=keys.input_file,
        output_file=keys.output_file,
        dialect="as-is" if keys.puzzle == GENERAL.name else keys.dialect or "homework",
        shapes=shapes,
        multipliers=_multipliers(keys, source),
        arguments=keys.arguments,
        reads=keys.reads,
        bytes=keys.bytes,
        parameters=other_parameters(puzzle.call),
        fail_words=words,
        pairs=keys.pairs,
    )
    return _checked(said, source)


def _check_dialect(keys: TopKeys, source: TomlSource) -> None:
    general = keys.puzzle == GENERAL.name
    if (general and keys.dialect) or (
        keys.dialect == "no-algorithm" and not puzzles.named(keys.puzzle).cases.names_algorithm
    ):
        place, what = source.place("", "dialect"), f"an input of {'a general problem' if general else keys.puzzle}"
        raise JudgeError("E422", f"{what} names no algorithm to leave out", place, help="delete dialect")


def _multipliers(keys: TopKeys, source: TomlSource) -> dict[str, float]:
    """Return the factors by the name of a language of the table. Capitals in the name don't matter."""
    factors = source.convert_each(keys.multipliers, float, "multipliers")
    known = language_rows() if factors else {}
    for language, factor in factors.items():
        place = source.place("multipliers", language)
        if language.lower() not in map(str.lower, known):
            message = f"[multipliers] names '{language}', which is no language{meant(language, known)}"
            note, repair = f"languages: {', '.join(known)}", "correct the name, or add the language to the table"
            raise JudgeError("E422", message, place, note, f"{repair}: judge help program")
        if not (math.isfinite(factor) and factor > 0):
            raise JudgeError("E422", f"the multiplier of {language} must be above 0", place, help="write a number")
    return factors


def _fail_words(keys: TopKeys, source: TomlSource) -> tuple[str, ...]:
    words = (keys.fail_words,) if isinstance(keys.fail_words, str) else keys.fail_words
    place = source.place("", "fail_words")
    if words and (keys.answers == "strict" or keys.puzzle == GENERAL.name):
        only = "only FAIL is read as such" if keys.answers == "strict" else "a problem without a board has no FAIL"
        raise JudgeError("E422", f"fail_words are never looked at: {only}", place, help="delete fail_words")
    for word in words:
        if instead := gone("value", f"fail_words {word}"):
            at = source.place_in("fail_words", word, 0)
            raise JudgeError("E422", f"{word!r} among fail_words {WENT}", at, help=instead)
        if not plain_word(word) or len(word) > LONGEST or plain_word(word) == "ok":
            message, repair = (
                f"{word[:LONGEST]!r} can't mean FAIL",
                f"write 1 to {LONGEST} characters, not OK and not dots alone",
            )
            raise JudgeError("E422", message, place, help=repair)
    return words


def _checked(programs: Programs, source: TomlSource) -> Programs:
    """Return the same. Raises JudgeError E422 or E480 for what no program could be called with."""
    for key in ("input_file", "output_file"):
        if not _FILE.fullmatch(name := getattr(programs, key)):
            raise JudgeError("E422", f"{key} is {name!r}", source.place("", key), help=_FILE_HELP)
    if programs.input_file == programs.output_file:  # a program that writes nothing would have answered with its case
        message = f"input_file and output_file are both {programs.input_file!r}"
        raise JudgeError("E422", message, source.place("", "output_file"), help="give one of them another name")
    for one, other in ((programs.input_file, programs.output_file), (programs.output_file, programs.input_file)):
        if one.startswith(f"{other}/"):
            place, repair = source.place("", "output_file"), "give the folder or the file another name"
            raise JudgeError("E422", f"{other} would be a file and a folder", place, help=repair)
    known = () if programs.dialect == "as-is" else OF_BOARD
    _check_words("arguments", programs.arguments, _of_call(programs), source)
    _check_words("reads", (programs.reads,), known, source)
    if programs.reads and (programs.bytes == "as-is" or programs.dialect != "homework"):
        place, repair = source.place("", "reads"), "leave reads out, or the other key"
        raise JudgeError(
            "E422", "reads takes the place of the whole case, so nothing of it is left", place, help=repair
        )
    return programs


def _of_call(programs: Programs) -> tuple[str, ...]:
    """Return the words that stand for something on a command line."""
    files = () if programs.io == "stdio" else FILES
    return files if programs.dialect == "as-is" else (*OF_BOARD, *files)


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
