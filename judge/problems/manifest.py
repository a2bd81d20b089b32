"""Read `problem.toml`, what a package says about itself, strictly.

An unknown key is an error, as a misspelt limit would silently be the default. Each fault names the line and
the repair; what msgspec says of a value is put into words for people who do not know its types.
"""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

import msgspec

from judge.errors import JudgeError, Place
from judge.model import (
    Algorithm,
    AttemptRule,
    Bonus,
    Calibration,
    Group,
    Limits,
    Programs,
    Scheme,
    Validator,
    VerdictRule,
)
from judge.model.deadline import Deadline
from judge.problems import puzzles
from judge.problems.deadlines import KEYS, DeadlineError, read_deadline
from judge.problems.output_validators import ValidatorTable, with_algorithms
from judge.problems.puzzles.general import GENERAL

if TYPE_CHECKING:
    from pathlib import Path

NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,253}[A-Za-z0-9])?")  # of a group and a case: the ICPC package's
NAME_HELP = "use letters a to z, digits, hyphens, underscores and dots; begin and end with a letter or a digit"
_MOST = 10**9  # of a limit: with more the kernel refuses to close a box, and a submission would be blamed
_T = TypeVar("_T")
_PLAIN = {
    "str": "text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
_TEMPLATE = "write title, puzzle and algorithms, and below them a table for each group, such as [groups.secret]"


class Manifest(msgspec.Struct, frozen=True):
    """Holds a problem.toml, checked: at least one algorithm, at least one group, limits above 0."""

    title: str
    puzzle: str  # one of `puzzles.names()`, or general
    algorithms: tuple[Algorithm, ...]
    answers: Literal["tolerant", "strict", "shapes"]
    limits: Limits
    groups: dict[str, Group]
    programs: Programs
    verdict_rule: VerdictRule
    scheme: Scheme
    main: str
    deadline: Deadline | None = None
    attempt: AttemptRule = "newest"
    validator: Validator | None = None  # without its files; None where the problem is about a board
    calibration: Calibration | None = None


class _Top(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Holds the keys above the first table; each table is converted apart, so that a fault knows its table."""

    title: str
    puzzle: str
    algorithms: tuple[Algorithm, ...]
    groups: dict[str, Any]
    answers: Literal["tolerant", "strict", "shapes"] = "tolerant"
    io: Literal["files", "stdio"] | None = None
    input_file: str = "input.txt"
    output_file: str = "output.txt"
    dialect: Literal["homework", "no-algorithm"] = "homework"
    verdict_rule: VerdictRule = "all"
    limits: dict[str, Any] = {}
    multipliers: dict[str, float] = {}
    main: str = ""
    scheme: Literal["groups", "all-or-count"] = "groups"
    bonus: dict[str, Any] = {}
    calibration: dict[str, Any] | None = None
    deadline: Any = None
    grace: Any = None
    late_penalty: Any = None
    attempt: AttemptRule = "newest"
    validator: dict[str, Any] | None = None


class _Source(msgspec.Struct, frozen=True):
    """Holds the text of a problem.toml, and finds the line of a key in it."""

    file: str
    text: str

    def place(self, table: str, key: str) -> Place:
        """Return the line of `key` in `table`, or of its head if `key` is empty; the whole file if it is not found."""
        here = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            head = re.match(r"\s*\[([^\[\]]+)\]", line)
            if head:
                here = re.sub(r"[\s\"']", "", head[1])
                if here == table and not key:
                    return Place(self.file, number)
            elif here == table and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line):
                return Place(self.file, number)
        return Place(self.file)


def read_manifest(folder: Path) -> Manifest:
    """Read `folder`/problem.toml. Raises JudgeError E421 where there is none, E422 where it is wrong."""
    file = folder / "problem.toml"
    if not file.resolve().is_relative_to(folder.resolve()):
        message = "problem.toml is a link that leads out of the package"
        raise JudgeError("E425", message, Place(str(file)), help="copy the file into the package")
    try:
        data = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        message = f"there is no problem.toml in {folder}"
        raise JudgeError("E421", message, Place(str(file)), help=_TEMPLATE) from None
    except OSError as fault:
        raise JudgeError("E435", f"the file can't be opened: {fault.strerror}", Place(str(file))) from fault
    source = _Source(str(file), _decode(data, str(file)))
    top = _convert(with_algorithms(_parse(source)), _Top, source, "")
    _check_puzzle(top, source)
    groups = {name: _convert(raw, Group, source, f"groups.{name}") for name, raw in top.groups.items()}
    limits = _convert(top.limits, Limits, source, "limits")
    _check_values(top, source)
    _check_numbers(groups, limits, source)
    return Manifest(
        title=top.title,
        puzzle=top.puzzle,
        algorithms=top.algorithms,
        answers=top.answers,
        limits=limits,
        groups=groups,
        programs=_programs(top, source),
        verdict_rule=top.verdict_rule,
        scheme=_scheme(top, groups, source),
        deadline=_deadline(top, source),
        attempt=top.attempt,
        main=_main(top, source),
        validator=_validator(top, source),
        calibration=_calibration(top, source),
    )


def _validator(top: _Top, source: _Source) -> Validator | None:
    if top.puzzle != GENERAL.name:
        if top.validator is not None:
            place, repair = source.place("validator", ""), f'write puzzle = "{GENERAL.name}", or delete the table'
            raise JudgeError("E422", "only a general problem has a validator", place, help=repair)
        return None
    table = _convert(top.validator or {}, ValidatorTable, source, "validator")
    _check_limits({key: getattr(table, key) for key in ("time_limit", "memory", "output")}, "validator", source)
    return table.validator()


def _calibration(top: _Top, source: _Source) -> Calibration | None:
    if top.calibration is None:
        return None
    found = _convert(top.calibration, Calibration, source, "calibration")
    for key, value in (("figure_s", found.figure_s), ("slowest_s", found.slowest_s)):
        if not (math.isfinite(value) and value > 0):
            message, place = f"{key} of [calibration] is {value}", source.place("calibration", key)
            raise JudgeError("E422", message, place, help="judge limits --write  measures it again")
    return found


def _deadline(top: _Top, source: _Source) -> Deadline | None:
    if top.attempt == "last-on-time" and top.deadline is None:
        place, repair = source.place("", "attempt"), 'add a deadline, or write "newest" or "best"'
        raise JudgeError("E422", "nobody knows which attempts are on time without a deadline", place, help=repair)
    try:
        return read_deadline({key: getattr(top, key) for key in KEYS})
    except DeadlineError as fault:
        raise JudgeError("E422", fault.what, source.place("", fault.key), help=fault.help) from None


def _scheme(top: _Top, groups: dict[str, Group], source: _Source) -> Scheme:
    counts = any(group.points for group in groups.values())
    if not counts and (top.scheme == "all-or-count" or top.bonus):
        repair = "give points to the groups whose cases count, such as points = 50 in [groups.secret]"
        raise JudgeError("E422", "no group has points, so no case counts", source.place("", "scheme"), help=repair)
    if not top.bonus:
        return Scheme(top.scheme)
    bonus = _convert(top.bonus, Bonus, source, "bonus")
    if not 0 < bonus.share <= 1:
        place, repair = source.place("bonus", "share"), "write a number above 0 and up to 1: 0.1 is a tenth"
        raise JudgeError("E422", f"the share of the bonus is {bonus.share}", place, help=repair)
    if not (math.isfinite(bonus.points) and bonus.points > 0):
        place, repair = source.place("bonus", "points"), "write a number above 0"
        raise JudgeError("E422", f"the points of the bonus are {bonus.points}", place, help=repair)
    if strange := [name for name in bonus.algorithms if name not in top.algorithms]:
        place, repair = source.place("bonus", "algorithms"), f"the package has {', '.join(top.algorithms)}"
        raise JudgeError("E422", f"the bonus is for {strange[0]}, which no case asks for", place, help=repair)
    return Scheme(top.scheme, bonus)


def _programs(top: _Top, source: _Source) -> Programs:
    for key, name in (("input_file", top.input_file), ("output_file", top.output_file)):
        if not NAME.fullmatch(name):
            raise JudgeError("E422", f"{key} is {name!r}", source.place("", key), help="name a file, without a folder")
    for language, factor in top.multipliers.items():
        if not (math.isfinite(factor) and factor > 0):
            place = source.place("multipliers", language)
            raise JudgeError("E422", f"the multiplier of {language} must be above 0", place, help="write a number")
    shapes = top.answers == "shapes"
    dialect = "as-is" if top.puzzle == GENERAL.name else top.dialect
    return Programs(top.io or "any", top.input_file, top.output_file, dialect, shapes, top.multipliers)


def _main(top: _Top, source: _Source) -> str:
    if "/" in top.main or "\\" in top.main or not top.main.isprintable():
        repair = "name a file, without a folder"
        raise JudgeError("E422", f"main is {top.main!r}", source.place("", "main"), help=repair)
    return top.main


def _decode(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        raise JudgeError("E422", "problem.toml is not UTF-8 text", Place(file, line), help="save it as UTF-8") from None


def _parse(source: _Source) -> dict[str, Any]:
    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as fault:
        said = re.fullmatch(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", str(fault))
        what, line, column = said.groups() if said else (str(fault), None, None)
        last = source.text.count("\n") + 1
        place = Place(source.file, int(line or last), int(column or 0))
        message = f"problem.toml is not TOML: {what[:1].lower()}{what[1:]}"
        raise JudgeError("E422", message, place, help="a line is key = value, [table] or a # comment") from None
    except (ValueError, RecursionError):
        message = "problem.toml can't be read: a number has thousands of digits, or lists are too deep"
        raise JudgeError("E422", message, Place(source.file), help="write smaller numbers, and flatter lists") from None


def _convert(raw: Any, kind: type[_T], source: _Source, table: str) -> _T:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as fault:
        raise _in_words(str(fault), kind, source, table) from None


def _in_words(said: str, kind: type[Any], source: _Source, table: str) -> JudgeError:
    """Turn msgspec's sentence, with its `$.path`, into a sentence about a key of a table."""
    what, _, path = said.partition(" - at `$")
    key = re.sub(r"\[.*", "", path.strip("`").lstrip("."))
    within = f" of [{table}]" if table else ""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    known = f"the keys{within or ' above the first table'} are " + ", ".join(fields)
    if unknown := re.match(r"Object contains unknown field `(.*)`", what, re.DOTALL):
        near = difflib.get_close_matches(unknown[1], fields)
        repair = f"write {near[0]}" if near else "delete the key"
        place = source.place(table, unknown[1])
        if not place.line and not table:
            place = source.place(unknown[1], "")  # a table that nobody knows
        return JudgeError("E422", f"the key '{unknown[1]}'{within} is unknown", place, known, repair)
    if missing := re.match(r"Object missing required field `(.*)`", what):
        message = f"the key '{missing[1]}'{within} is missing"
        return JudgeError("E422", message, Place(source.file), known, _TEMPLATE)
    subject = f"the key '{key}'{within}" if key else f"[{table}]"
    if types := re.match(r"Expected `(\w+).*?`, got `(\w+)", what):
        wanted, got = (_PLAIN.get(name, name) for name in types.groups())
        what = f"{subject} must be {wanted}, but is {got}"
    elif wrong := re.match(r"Invalid enum value (.*)", what):
        choices = ", ".join(_words(fields[key].type))
        what = f"{subject} holds {wrong[1]}, but its values are {choices}"
    else:
        what = f"{subject} can't be read: {what}"
    return JudgeError("E422", what, source.place(table, key), help="correct the value")


def _words(kind: Any) -> list[str]:
    """Return the words that a Literal, or a tuple of Literals, allows."""
    return [word for part in get_args(kind) for word in ([part] if isinstance(part, str) else _words(part))]


def _check_puzzle(top: _Top, source: _Source) -> None:
    known = (*puzzles.names(), GENERAL.name)
    if top.puzzle not in known:
        message = f"the key 'puzzle' holds {top.puzzle!r}, but its values are {', '.join(known)}"
        raise JudgeError("E422", message, source.place("", "puzzle"), help="correct the value")


def _check_values(top: _Top, source: _Source) -> None:
    if not top.algorithms:
        repair = "name at least one of BFS, DFS, SA, ANY"
        raise JudgeError("E422", "algorithms is empty", source.place("", "algorithms"), help=repair)
    if not top.groups:
        repair = "add a table such as [groups.secret]"
        raise JudgeError("E422", "problem.toml names no groups", Place(source.file), help=repair)
    for name in top.groups:
        if not NAME.fullmatch(name):
            place = source.place(f"groups.{name}", "")
            raise JudgeError("E422", f"'{name}' can't be the name of a group", place, help=NAME_HELP)


def _check_limits(limits: dict[str, float], table: str, source: _Source) -> None:
    for key, value in limits.items():
        if not 0 < value <= _MOST:
            huge = f"is above {_MOST:,}, the most there is"
            said = huge if _MOST < value < math.inf else f"is {value}, but it must be a number above 0"
            raise JudgeError(
                "E422", f"the limit {key} {said}", source.place(table, key), help=f"correct or delete {key}"
            )


def _check_numbers(groups: dict[str, Group], limits: Limits, source: _Source) -> None:
    _check_limits(msgspec.structs.asdict(limits), "limits", source)
    for name, group in groups.items():
        if not (math.isfinite(group.points) and group.points >= 0):
            message = f"the points of group '{name}' are {group.points}, but can't be below 0"
            if not math.isfinite(group.points):
                message = f"the points of group '{name}' are {group.points}, which is no number to add up"
            place = source.place(f"groups.{name}", "points")
            raise JudgeError("E422", message, place, help="write a number from 0 up")
