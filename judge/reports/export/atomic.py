"""A file whole or not at all, and what documents in JSON are made of."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from judge.errors import JudgeError


def fields(value: object, names: str) -> dict[str, Any]:
    """Return these fields of a noun, by their names."""
    return {name: getattr(value, name) for name in names.split()}


def as_json(value: object) -> bytes:
    """Return a value as the JSON of every file that we write: indented by one, with a line end."""
    try:
        data = msgspec.json.encode(value)
    except UnicodeEncodeError:  # a file's name need not be UTF-8
        data = msgspec.json.encode(_plain(msgspec.to_builtins(value)))
    return msgspec.json.format(data, indent=1) + b"\n"


def _plain(value: Any) -> Any:
    """Return the same with text alone that UTF-8 can hold."""
    if isinstance(value, str):
        return value.encode(errors="backslashreplace").decode()
    if isinstance(value, dict):
        return {_plain(key): _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def write_whole(path: Path, text: str) -> None:
    """Write `text` as UTF-8, its line ends as they are, and make its folder. JudgeError E435 when it can't be written;
    then what was there before is still there. A link there is replaced, not followed."""
    _fenced(path, text.encode(), make_folder=True)


def write_bytes(path: Path, data: bytes) -> None:
    """Write bytes in the same way, and make the folder."""
    _fenced(path, data, make_folder=True)


def write_json(path: Path, value: object) -> None:
    """Write a value as JSON in the same way, into a folder that is there: a reader never sees half a file."""
    _fenced(path, as_json(value), make_folder=False)


def _fenced(path: Path, data: bytes, *, make_folder: bool) -> None:
    try:
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, data)
    except OSError as error:
        message = f"{path!s} can't be written: {error.strerror}"
        raise JudgeError("E435", message, help="name a file in a folder that you may write to") from error


def _replace(path: Path, data: bytes) -> None:
    """Write beside the file, then put that in its place. Nothing is left beside it, on a full disk neither."""
    if path.exists() and not path.is_file():  # a device or a pipe is written to, not replaced
        path.write_bytes(data)
        return
    scratch = path.with_name(f".judge-{os.getpid()}.part")
    try:
        scratch.write_bytes(data)
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)
