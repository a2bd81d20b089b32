"""Read `problem.toml`, what a package says about itself, strictly.

An unknown key is an error, as a misspelt limit would silently be the default. Each fault names the line and
the repair; what msgspec says of a value is put into words for people who do not know its types.
"""

from __future__ import annotations

import math
import re
import tomllib
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from judge.errors import WENT, JudgeError, Place, ValueFault, gone, meant
from judge.model import Deadline, Instance, Limits, Problem, Programs, ReadWarning
from judge.problems import puzzles
from judge.problems.deadlines import read_deadline
from judge.problems.language_table import language_rows
from judge.problems.output_validators import read_table
from judge.problems.programs import BRACES, FILES, LONGEST, OF_BOARD, plain_word
from judge.problems.puzzles import GENERAL
from judge.problems.safe_files import read_if_there, refuse_outside
from judge.toml_source import TomlSource

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,253}[A-Za-z0-9])?")  # of a group and a case: the ICPC package's
NAME_HELP = "use letters a to z, digits, hyphens, underscores and dots; begin and end with a letter or a digit"
MOST = 10**9  # of a limit: with more the kernel refuses to close a box, and a submission would be blamed
_TEMPLATE = "write title, puzzle and algorithms, and below them a table for each group, such as [groups.secret]"
_PART = r"[A-Za-z0-9_](?:[A-Za-z0-9_. -]{0,98}[A-Za-z0-9_])?"
_FILE = re.compile(rf"(?:{_PART}/){{0,8}}{_PART}")  # the box makes the folders; nothing leads out of it
_FILE_HELP = "name a file, in at most 8 folders: letters, digits, blanks, hyphens, underscores and dots within a name"
_MOST_ARGUMENTS, _MOST_LENGTH = 64, 1000


class TopKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Holds the keys above the first table as they are written, in the order in which they are told. Each table is
    converted apart, so that a fault knows its table."""

    title: str
    puzzle: str
    algorithms: tuple[Instance.Algorithm, ...]
    groups: dict[str, Any]
    answers: Literal["tolerant", "strict", "shapes"] = "tolerant"
    io: Literal["files", "stdio"] | None = None
    input_file: str = "input.txt"
    output_file: str = "output.txt"
    dialect: Literal["homework", "no-algorithm"] | None = None
    arguments: tuple[str, ...] = ()
    reads: str = ""
    bytes: Literal["canonical", "as-is"] = "canonical"
    verdict_rule: Literal["all"] = "all"
    limits: dict[str, Any] = {}
    fail_words: str | tuple[str, ...] = ()
    pairs: Programs.Pairs | None = None
    multipliers: dict[str, Any] = {}
    main: str = ""
    scheme: Literal["groups", "all-or-count"] = "groups"
    bonus: dict[str, Any] = {}
    deadline: Any = None
    grace: Any = None
    late_penalty: Any = None
    attempt: Problem.AttemptRule = "newest"
    validator: dict[str, Any] | None = None


class Manifest(Problem, frozen=True, eq=False, kw_only=True):
    """Holds a problem.toml, checked: a problem without cases, and its validator without files. It has at least one
    algorithm and one group, and its limits are above 0."""

    source: TomlSource  # for the lines of what the rest of the package shows to be wrong
    passed_over: tuple[ReadWarning, ...] = ()  # what it says that nothing reads any more


def read_manifest(folder: Path) -> Manifest:
    """Read `folder`/problem.toml. Raises JudgeError E421 where there is none, E422 where it is wrong."""
    file = folder / "problem.toml"
    refuse_outside(file, folder)
    if (data := read_if_there(file)) is None:
        raise JudgeError("E421", f"there is no problem.toml in {folder}", Place(str(file)), help=_TEMPLATE)
    source = TomlSource.of(data, str(file), "E422", _TEMPLATE)
    said = source.keys()
    raw = {key: value for key, value in said.items() if not gone("passed-over", key)}
    if isinstance(raw.get("puzzle"), dict):
        from judge.problems.row.read import read_row, reference_of  # few packages have a puzzle of their own

        raw["puzzle"] = reference_of(read_row(raw["puzzle"], source))
    else:
        _check_puzzle(raw.get("puzzle"), source)
    top = source.convert(_with_algorithms(raw), TopKeys)
    groups = {name: source.convert(raw, Problem.Group, f"groups.{name}") for name, raw in top.groups.items()}
    limits = source.convert(top.limits, Limits, "limits")
    _check_values(top, source)
    _check_numbers(groups, limits, source)
    return Manifest(
        name=folder.resolve().name,
        title=top.title,
        puzzle=top.puzzle,
        algorithms=top.algorithms,
        strict=top.answers == "strict",
        limits=limits,
        groups=groups,
        cases=(),
        path=str(folder),
        programs=read_programs(top, source),
        scheme=_scheme(top, groups, source),
        deadline=_deadline(top, source),
        attempt=top.attempt,
        main=top.main,
        source=source,
        validator=_validator(top, source),
        passed_over=tuple(_passed_over(said, source)),
        **puzzles.puzzle_named(top.puzzle).facts,
    )


def _validator(top: TopKeys, source: TomlSource) -> Problem.Validator | None:
    if not puzzles.puzzle_named(top.puzzle).answers.is_text:
        if top.validator is not None:
            repair = f'write puzzle = "{GENERAL}", or goal = "validator" in [puzzle]; or delete the table'
            raise source.refused("validator", "", "only a general problem has a validator", repair)
        return None
    table = read_table(top.validator or {}, source)
    _check_limits({key: getattr(table, key) for key in ("time_limit", "memory", "output")}, "validator", source)
    return table.validator()


def _with_algorithms(raw: dict[str, Any]) -> dict[str, Any]:
    """Return what a problem.toml says. It need not name an algorithm where no case asks for one."""
    name = raw.get("puzzle")
    asks = not isinstance(name, str) or puzzles.puzzle_named(name).row.names_algorithm
    return raw if asks else {"algorithms": ["ANY"], **raw}


def _passed_over(said: dict[str, Any], source: TomlSource) -> Iterator[ReadWarning]:
    """Warn of each key and table that went, and on which no verdict hangs."""
    for key in said:
        if instead := gone("passed-over", key):
            yield ReadWarning("W131", f"'{key}' {WENT}: {instead}", source.place("", key).line)


def _deadline(top: TopKeys, source: TomlSource) -> Deadline | None:
    try:
        return read_deadline({key: getattr(top, key) for key in Deadline.KEYS})
    except ValueFault as fault:
        raise source.refused("", fault.key, fault.what, fault.help) from None


def _scheme(top: TopKeys, groups: dict[str, Problem.Group], source: TomlSource) -> Problem.Scheme:
    counts = any(group.points for group in groups.values())
    if not counts and (top.scheme == "all-or-count" or top.bonus):
        repair = "give points to the groups whose cases count, such as points = 50 in [groups.secret]"
        raise source.refused("", "scheme", "no group has points, so no case counts", repair)
    requires = next((name for name, group in groups.items() if group.require_pass), "")
    if requires and top.scheme == "all-or-count":
        message = "the scheme all-or-count counts each case that passes, whatever is required"
        raise source.refused(f"groups.{requires}", "require_pass", message, "delete require_pass, or the scheme")
    if not top.bonus:
        return Problem.Scheme(top.scheme)
    bonus = source.convert(top.bonus, Problem.Scheme.Bonus, "bonus")
    if not 0 < bonus.share <= 1:
        repair = "write a number above 0 and up to 1: 0.1 is a tenth"
        raise source.refused("bonus", "share", f"the share of the bonus is {bonus.share}", repair)
    if not (math.isfinite(bonus.points) and bonus.points > 0):
        message = f"the points of the bonus are {bonus.points}"
        raise source.refused("bonus", "points", message, "write a number above 0")
    if strange := [name for name in bonus.algorithms if name not in top.algorithms]:
        message = f"the bonus is for {strange[0]}, which no case asks for"
        raise source.refused("bonus", "algorithms", message, f"the package has {', '.join(top.algorithms)}")
    return Problem.Scheme(top.scheme, bonus)


def _check_puzzle(name: object, source: TomlSource) -> None:
    """Refuse a name that no puzzle has, before anything else: which keys are missing depends on the puzzle."""
    known = (*puzzles.puzzle_names(), GENERAL)
    if isinstance(name, str) and name not in known:
        message = f"the key 'puzzle' holds {name!r}, but its values are {', '.join(known)}{meant(name, known)}"
        raise source.refused("", "puzzle", message, "correct the value")
    if not isinstance(name, str | None):
        message = "the key 'puzzle' holds neither a name nor a table"
        raise source.refused("", "puzzle", message, "write the name of a puzzle, or a table [puzzle]")


def _check_values(top: TopKeys, source: TomlSource) -> None:
    if not top.algorithms:
        raise source.refused("", "algorithms", "algorithms is empty", "name at least one of BFS, DFS, SA, ANY")
    if not top.groups:
        repair = "add a table such as [groups.secret]"
        raise JudgeError("E422", "problem.toml names no groups", Place(source.file), help=repair)
    for name in top.groups:
        if not NAME.fullmatch(name):
            raise source.refused(f"groups.{name}", "", f"'{name}' can't be the name of a group", NAME_HELP)
    if "/" in top.main or "\\" in top.main or not top.main.isprintable():
        raise source.refused("", "main", f"main is {top.main!r}", "name a file, without a folder")


def _check_limits(limits: dict[str, float], table: str, source: TomlSource) -> None:
    for key, value in limits.items():
        if not 0 < value <= MOST:
            huge = f"is above {MOST:,}, the most there is"
            said = huge if MOST < value < math.inf else f"is {value}, but it must be a number above 0"
            raise source.refused(table, key, f"the limit {key} {said}", f"correct or delete {key}")


def _check_numbers(groups: dict[str, Problem.Group], limits: Limits, source: TomlSource) -> None:
    _check_limits(msgspec.structs.asdict(limits), "limits", source)
    for name, group in groups.items():
        if group.require_pass and (group.require_pass == name or group.require_pass not in groups):
            message = f"the group '{name}' requires '{group.require_pass}', which is no other group"
            note = f"groups: {', '.join(groups)}"
            raise source.refused(f"groups.{name}", "require_pass", message, "name one of them", note)
        if not (math.isfinite(group.points) and group.points >= 0):
            why = "but can't be below 0" if math.isfinite(group.points) else "which is no number to add up"
            message = f"the points of group '{name}' are {group.points}, {why}"
            raise source.refused(f"groups.{name}", "points", message, "write a number from 0 up")


def read_programs(keys: TopKeys, source: TomlSource) -> Programs:
    """Return what the keys say. Raises JudgeError E422 or E480."""
    shapes, words = keys.answers == "shapes", _fail_words(keys, source)
    if keys.pairs and not shapes:
        message = 'pairs are read only where answers is "shapes"'
        raise source.refused("", "pairs", message, 'write answers = "shapes", or delete pairs')
    puzzle, general = puzzles.puzzle_named(keys.puzzle), keys.puzzle == GENERAL
    if keys.dialect and (general or (keys.dialect == "no-algorithm" and not puzzle.row.names_algorithm)):
        message = f"an input of {'a general problem' if general else keys.puzzle} names no algorithm to leave out"
        raise source.refused("", "dialect", message, "delete dialect")
    said = Programs(
        io=keys.io or "any",
        input_file=keys.input_file,
        output_file=keys.output_file,
        dialect="as-is" if general else keys.dialect or "homework",
        shapes=shapes,
        multipliers=_multipliers(keys, source),
        arguments=keys.arguments,
        reads=keys.reads,
        bytes=keys.bytes,
        parameters=puzzle.call.names if puzzle.call else (),
        fail_words=words,
        pairs=keys.pairs,
    )
    return _checked(said, source)


def _multipliers(keys: TopKeys, source: TomlSource) -> dict[str, float]:
    """Return the factors by the name of a language of the table. Capitals in the name don't matter."""
    factors = source.convert_each(keys.multipliers, float, "multipliers")
    known = language_rows() if factors else {}
    for language, factor in factors.items():
        if language.lower() not in map(str.lower, known):
            message = f"[multipliers] names '{language}', which is no language{meant(language, known)}"
            note, repair = f"languages: {', '.join(known)}", "correct the name, or add the language to the table"
            raise source.refused("multipliers", language, message, f"{repair}: judge help program", note)
        if not (math.isfinite(factor) and factor > 0):
            message = f"the multiplier of {language} must be above 0"
            raise source.refused("multipliers", language, message, "write a number")
    return factors


def _fail_words(keys: TopKeys, source: TomlSource) -> tuple[str, ...]:
    words = (keys.fail_words,) if isinstance(keys.fail_words, str) else keys.fail_words
    if words and (keys.answers == "strict" or puzzles.puzzle_named(keys.puzzle).answers.is_text):
        no_fail = "a problem without a board has no FAIL" if keys.puzzle == GENERAL else "a validator reads answers"
        only = "only FAIL is read as such" if keys.answers == "strict" else no_fail
        raise source.refused("", "fail_words", f"fail_words are never looked at: {only}", "delete fail_words")
    for word in words:
        if instead := gone("value", f"fail_words {word}"):
            at = source.place_in("fail_words", word, 0)
            raise JudgeError("E422", f"{word!r} among fail_words {WENT}", at, help=instead)
        if not plain_word(word) or len(word) > LONGEST or plain_word(word) == "ok":
            repair = f"write 1 to {LONGEST} characters, not OK and not dots alone"
            raise source.refused("", "fail_words", f"{word[:LONGEST]!r} can't mean FAIL", repair)
    return words


def _checked(programs: Programs, source: TomlSource) -> Programs:
    """Return the same. Raises JudgeError E422 or E480 for what no program could be called with."""
    names = programs.input_file, programs.output_file
    for key, name in zip(("input_file", "output_file"), names, strict=True):
        if not _FILE.fullmatch(name):
            raise source.refused("", key, f"{key} is {name!r}", _FILE_HELP)
    if names[0] == names[1]:  # a program that writes nothing would have answered with its case
        message = f"input_file and output_file are both {names[0]!r}"
        raise source.refused("", "output_file", message, "give one of them another name")
    for one, other in (names, names[::-1]):
        if one.startswith(f"{other}/"):
            message = f"{other} would be a file and a folder"
            raise source.refused("", "output_file", message, "give the folder or the file another name")
    known = () if programs.dialect == "as-is" else OF_BOARD
    files = () if programs.io == "stdio" else FILES
    _check_words("arguments", programs.arguments, (*known, *files), source)
    _check_words("reads", (programs.reads,), known, source)
    if programs.reads and (programs.bytes == "as-is" or programs.dialect != "homework"):
        message = "reads takes the place of the whole case, so nothing of it is left"
        raise source.refused("", "reads", message, "leave reads out, or the other key")
    return programs


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
            raise source.refused("", key, message, "write ASCII text on one line")
    if len(values) > _MOST_ARGUMENTS:
        message = f"{key} holds {len(values)} words, but at most {_MOST_ARGUMENTS} are given"
        raise source.refused("", key, message, "write fewer")


def with_limit(text: str, time_limit: float) -> str:
    """Return the text of a problem.toml with this limit; comments, order and all other lines stay."""
    import tomlkit  # few commands write one

    edited = tomlkit.parse(text)
    if "limits" not in edited:
        edited["limits"] = tomlkit.table()
    edited["limits"]["time_limit"] = time_limit
    made = tomlkit.dumps(edited)
    before = tomllib.loads(text)
    assert tomllib.loads(made) == {**before, "limits": {**before.get("limits", {}), "time_limit": time_limit}}
    return made
