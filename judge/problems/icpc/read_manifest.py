"""Write the problem.toml of a package that was taken over from the ICPC's format."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

import msgspec

from judge.model import Problem
from judge.problems.icpc.read_data import Data
from judge.problems.icpc.read_metadata import Metadata
from judge.problems.output_validators import ValidatorTable

_HEAD = """\
# Taken over from a problem package of the ICPC, version {version}.
# license: {license}{owner}
title = {title}
puzzle = "general"
io = "stdio"        # a program reads stdin and prints its answer
answers = "strict"  # a program that ends with another exit status than 0 is not right
"""


def manifest(said: Metadata, data: Data, time_limit: float | None, validator: ValidatorTable) -> str:
    """Return the text of problem.toml."""
    usual, others = _flags(data)
    parts = [
        _HEAD.format(
            version=said.problem_format_version,
            license=_comment(said.license),
            owner=f", {_comment(owner)}" if (owner := said.owner) else "",
            title=_text(said.title or "Untitled"),
        ),
        _table("limits", {"time_limit": time_limit} | _fields(said.limits, "memory", "output", "compilation_time")),
        _table("validator", {"flags": usual or None} | _fields(validator, "time_limit", "memory", "output")),
        _table("validator.flags_of", others) if others else "",
        *(_table(f"groups.{_text(name)}", _group(group)) for name, group in data.groups.items()),
    ]
    return "\n".join(filter(None, parts))


def _fields(table: msgspec.Struct, *names: str) -> dict[str, object]:
    return {name: getattr(table, name) for name in names}


def _group(group: Problem.Group) -> Mapping[str, object]:
    return {
        "points": group.points or None,
        "score_aggregation": group.score_aggregation if group.points else None,
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


def _table(name: str, values: Mapping[str, object]) -> str:
    said = ((key, one) for key, one in values.items() if one is not None)
    lines = (f"{key if key.isidentifier() else _text(key)} = {_value(one)}\n" for key, one in said)
    return f"[{name}]\n{''.join(lines)}"


def _value(one: object) -> str:
    if isinstance(one, str):
        return _text(one)
    if isinstance(one, tuple):
        return f"[{', '.join(map(_text, one))}]"
    return str(int(one)) if isinstance(one, float) and one.is_integer() else str(one)


def _text(text: str) -> str:
    """Return a text in quotes: JSON's are TOML's, but for one character."""
    return json.dumps(text.encode(errors="replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")


def _comment(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)[:200]
