"""Read `problem.toml`, what a package says about itself, strictly.

An unknown key is an error, as a misspelt limit would silently be the default. Each fault names the line and
the repair; what msgspec says of a value is put into words for people who do not know its types.
"""

from __future__ import annotations

import math
import re
import tomllib
from typing import TYPE_CHECKING, Any

import msgspec

from judge.errors import WENT, JudgeError, Place, gone, meant
from judge.model import Bonus, Group, Limits, Problem, ReadWarning, Scheme, Validator
from judge.model.deadline import Deadline
from judge.problems import puzzles
from judge.problems.deadlines import KEYS, DeadlineError, read_deadline
from judge.problems.formats.toml_source import TomlSource
from judge.problems.inside import read_if_there, refuse_outside
from judge.problems.output_validators import read_table
from judge.problems.program_keys import read_programs
from judge.problems.puzzles.general import GENERAL
from judge.problems.top_keys import TopKeys

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,253}[A-Za-z0-9])?")  # of a group and a case: the ICPC package's
NAME_HELP = "use letters a to z, digits, hyphens, underscores and dots; begin and end with a letter or a digit"
MOST = 10**9  # of a limit: with more the kernel refuses to close a box, and a submission would be blamed
_TEMPLATE = "write title, puzzle and algorithms, and below them a table for each group, such as [groups.secret]"


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
        from judge.problems.row.file import reference_of  # few packages have a puzzle of their own
        from judge.problems.row.read import read_row

        raw["puzzle"] = reference_of(read_row(raw["puzzle"], source))
    else:
        _check_puzzle(raw.get("puzzle"), source)
    top = source.convert(_with_algorithms(raw), TopKeys)
    groups = {name: source.convert(raw, Group, f"groups.{name}") for name, raw in top.groups.items()}
    limits = source.convert(top.limits, Limits, "limits")
    _check_values(top, source)
    _check_numbers(groups, limits, source)
    puzzle = puzzles.named(top.puzzle)
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
        piece=puzzle.words.one,
        keyless=puzzle.goal.keyless,
        parted=puzzle.parted,
        scored=puzzle.goal.scored,
        deadline=_deadline(top, source),
        attempt=top.attempt,
        main=_main(top, source),
        source=source,
        validator=_validator(top, source),
        passed_over=tuple(_passed_over(said, source)),
    )


def _validator(top: TopKeys, source: TomlSource) -> Validator | None:
    if top.puzzle != GENERAL.name:
        if top.validator is not None:
            place, repair = source.place("validator", ""), f'write puzzle = "{GENERAL.name}", or delete the table'
            raise JudgeError("E422", "only a general problem has a validator", place, help=repair)
        return None
    table = read_table(top.validator or {}, source)
    _check_limits({key: getattr(table, key) for key in ("time_limit", "memory", "output")}, "validator", source)
    return table.validator()


def _with_algorithms(raw: dict[str, Any]) -> dict[str, Any]:
    """Return what a problem.toml says. It need not name an algorithm where no case asks for one."""
    name = raw.get("puzzle")
    asks = not isinstance(name, str) or (name != GENERAL.name and puzzles.named(name).cases.names_algorithm)
    return raw if asks else {"algorithms": ["ANY"], **raw}


def _passed_over(said: dict[str, Any], source: TomlSource) -> Iterator[ReadWarning]:
    """Warn of each key and table that went, and on which no verdict hangs."""
    for key in said:
        if instead := gone("passed-over", key):
            yield ReadWarning("W131", f"'{key}' {WENT}: {instead}", source.place("", key).line)


def _deadline(top: TopKeys, source: TomlSource) -> Deadline | None:
    try:
        return read_deadline({key: getattr(top, key) for key in KEYS})
    except DeadlineError as fault:
        raise JudgeError("E422", fault.what, source.place("", fault.key), help=fault.help) from None


def _scheme(top: TopKeys, groups: dict[str, Group], source: TomlSource) -> Scheme:
    counts = any(group.points for group in groups.values())
    if not counts and (top.scheme == "all-or-count" or top.bonus):
        repair = "give points to the groups whose cases count, such as points = 50 in [groups.secret]"
        raise JudgeError("E422", "no group has points, so no case counts", source.place("", "scheme"), help=repair)
    if not top.bonus:
        return Scheme(top.scheme)
    bonus = source.convert(top.bonus, Bonus, "bonus")
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


def _main(top: TopKeys, source: TomlSource) -> str:
    if "/" in top.main or "\\" in top.main or not top.main.isprintable():
        repair = "name a file, without a folder"
        raise JudgeError("E422", f"main is {top.main!r}", source.place("", "main"), help=repair)
    return top.main


def _check_puzzle(name: object, source: TomlSource) -> None:
    """Refuse a name that no puzzle has, before anything else: which keys are missing depends on the puzzle."""
    known = (*puzzles.names(), GENERAL.name)
    if isinstance(name, str) and name not in known:
        values = ", ".join(known) + meant(name, known)
        message = f"the key 'puzzle' holds {name!r}, but its values are {values}"
        raise JudgeError("E422", message, source.place("", "puzzle"), help="correct the value")


def _check_values(top: TopKeys, source: TomlSource) -> None:
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


def _check_limits(limits: dict[str, float], table: str, source: TomlSource) -> None:
    for key, value in limits.items():
        if not 0 < value <= MOST:
            huge = f"is above {MOST:,}, the most there is"
            said = huge if MOST < value < math.inf else f"is {value}, but it must be a number above 0"
            raise JudgeError(
                "E422", f"the limit {key} {said}", source.place(table, key), help=f"correct or delete {key}"
            )


def _check_numbers(groups: dict[str, Group], limits: Limits, source: TomlSource) -> None:
    _check_limits(msgspec.structs.asdict(limits), "limits", source)
    for name, group in groups.items():
        if group.require_pass and (group.require_pass == name or group.require_pass not in groups):
            message = f"the group '{name}' requires '{group.require_pass}', which is no other group"
            place = source.place(f"groups.{name}", "require_pass")
            raise JudgeError("E422", message, place, f"groups: {', '.join(groups)}", "name one of them")
        if not (math.isfinite(group.points) and group.points >= 0):
            message = f"the points of group '{name}' are {group.points}, but can't be below 0"
            if not math.isfinite(group.points):
                message = f"the points of group '{name}' are {group.points}, which is no number to add up"
            place = source.place(f"groups.{name}", "points")
            raise JudgeError("E422", message, place, help="write a number from 0 up")


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
