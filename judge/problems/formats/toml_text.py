"""Read the text of a TOML file that a person writes: what is wrong is said with its line and column, and a repair."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from judge.errors import JudgeError, Place


def decoded(data: bytes, code: str, file: str) -> str:
    """Return the text of a file. Raises JudgeError of this code where it is not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as fault:
        place = Place(file, data[: fault.start].count(b"\n") + 1)
        raise JudgeError(code, f"{Path(file).name} is not UTF-8 text", place, help="save it as UTF-8") from None


def parsed(text: str, code: str, file: str) -> dict[str, Any]:
    """Return the keys of a file. Raises JudgeError of this code where it is not TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        said = re.fullmatch(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", str(fault), re.DOTALL)
        what, line, column = said.groups() if said else (str(fault), None, None)
        place = Place(file, int(line or text.count("\n") + 1), int(column or 0))
        message = f"{Path(file).name} is not TOML: {what[:1].lower()}{what[1:]}"
        raise JudgeError(code, message, place, help="a line is key = value, [table] or a # comment") from None
    except (ValueError, RecursionError):
        message = f"{Path(file).name} can't be read: a number has thousands of digits, or lists are too deep"
        raise JudgeError(code, message, Place(file), help="write smaller numbers, and flatter lists") from None
