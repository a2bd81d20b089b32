"""Change a problem.toml as its author would: comments, order and all other lines stay."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import msgspec

from judge.model.calibration import Calibration

_HEADER = re.compile(r"\s*\[calibration\]\s*(#.*)?")
_COMMENT = "what the limit was measured on; judge limits --write writes this table"


def with_limit(text: str, time_limit: float, calibration: Calibration | None) -> str:
    """Return the text of a problem.toml with this limit, and with what it was measured on; without a calibration that
    of another limit goes."""
    import tomlkit

    edited = tomlkit.parse(_without_calibration(text))
    if "limits" not in edited:
        edited["limits"] = tomlkit.table()
    edited["limits"]["time_limit"] = time_limit
    edited.pop("calibration", None)  # one of another form
    if calibration:
        table = tomlkit.table()
        table.add(tomlkit.comment(_COMMENT))
        for key, value in _plain(calibration).items():
            table.add(key, value)
        edited["calibration"] = table
    made = tomlkit.dumps(edited)
    before, after = tomllib.loads(text), tomllib.loads(made)
    if "calibration" in before and not calibration:
        made = f"{made.rstrip()}\n"  # without the blank line that was above it
    assert _with_limit(before, time_limit) == _with_limit(after, after["limits"]["time_limit"])
    return made


def _without_calibration(text: str) -> str:
    """Return the text without that table. Comments below its last key are about what follows it, so they stay."""
    lines = text.split("\n")
    start = next((at for at, line in enumerate(lines) if _HEADER.fullmatch(line)), len(lines))
    end = next((at for at, line in enumerate(lines) if at > start and line.lstrip().startswith("[")), len(lines))
    last = max((at + 1 for at in range(start, end) if _is_said(lines[at])), default=start)
    cut = "\n".join(lines[:start] + lines[last:])
    try:
        found = tomllib.loads(cut)
    except tomllib.TOMLDecodeError:
        return text
    rest = {key: value for key, value in tomllib.loads(text).items() if key != "calibration"}
    return cut if found == rest else text


def _is_said(line: str) -> bool:
    """Say whether a line holds a key, or the comment that is written with the table."""
    plain = line.strip()
    return bool(plain) and (not plain.startswith("#") or _COMMENT in plain)


def _with_limit(read: dict[str, Any], time_limit: float) -> dict[str, Any]:
    """Return what a problem.toml says, but for its calibration, with this limit."""
    rest = {key: value for key, value in read.items() if key != "calibration"}
    return {**rest, "limits": {**rest.get("limits", {}), "time_limit": time_limit}}


def _plain(calibration: Calibration) -> dict[str, object]:
    """Return the keys that say something."""
    return {key: value for key, value in msgspec.structs.asdict(calibration).items() if value not in (None, "")}
