"""Change a problem.toml as its author would: comments, order and all other lines stay."""

from __future__ import annotations

import tomllib


def with_limit(text: str, time_limit: float) -> str:
    """Return the text of a problem.toml with this limit."""
    import tomlkit

    edited = tomlkit.parse(text)
    if "limits" not in edited:
        edited["limits"] = tomlkit.table()
    edited["limits"]["time_limit"] = time_limit
    made = tomlkit.dumps(edited)
    before = tomllib.loads(text)
    assert tomllib.loads(made) == {**before, "limits": {**before.get("limits", {}), "time_limit": time_limit}}
    return made
