"""Who is who in a class, as JSON: what a dry run shows, before anything runs."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.model.classroom import Member, Roll

SCHEMA = "judge.roll/1"


def roll_json(roll: Roll) -> dict[str, Any]:
    """Return a class as one object of the schema `judge.roll/1`: each field of a Roll, with texts as they are. Of files
    there are the names, and of twins the ids."""
    fields = {name: _plain(getattr(roll, name)) for name in roll.__struct_fields__}
    twins = [[member.student.id for member in group] for group in roll.twins]
    return {"schema": SCHEMA, **fields, "twins": twins}


def _plain(value: Any) -> Any:
    """Return a value of the model as JSON has it."""
    if isinstance(value, Member):
        held = {**msgspec.structs.asdict(value), "files": [path for path, _ in value.files]}
        return {name: _plain(one) for name, one in held.items()}
    if isinstance(value, msgspec.Struct):
        return {name: _plain(one) for name, one in msgspec.structs.asdict(value).items()}
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value
