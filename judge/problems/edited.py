"""Change a problem.toml as its author would: comments, order and all other lines stay."""

from __future__ import annotations

import tomllib

import msgspec

from judge.model.calibration import Calibration

_COMMENT = "what the limit was measured on; judge limits --write writes this table"


def with_limit(text: str, time_limit: float, calibration: Calibration | None) -> str:
    """Return the text of a problem.toml with this limit, and with what it was measured on; without a calibration that
    of another limit goes."""
    import tomlkit

    edited = tomlkit.parse(text)
    if "limits" not in edited:
        edited["limits"] = tomlkit.table()
    edited["limits"]["time_limit"] = time_limit
    former = edited.pop("calibration", None)
    if calibration:
        table = tomlkit.table()
        table.add(tomlkit.comment(_COMMENT))
        for key, value in _plain(calibration).items():
            table.add(key, value)
        edited["calibration"] = table
    made = tomlkit.dumps(edited)
    if former and not calibration:
        made = f"{made.rstrip()}\n"  # without the blank line that was above it
    assert tomllib.loads(made)["limits"]["time_limit"] == time_limit
    return made


def _plain(calibration: Calibration) -> dict[str, object]:
    """Return the keys that say something."""
    return {key: value for key, value in msgspec.structs.asdict(calibration).items() if value not in (None, "")}
