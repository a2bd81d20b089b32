"""Declare a case in `generators.toml` as made by hand: else `judge generate` would call it an orphan."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

from judge.problems.whole_file import write_file

FILE, KEY = "generators.toml", "by_hand"


def declare(package: Path, case: str) -> None:
    """Name a case in `by_hand`, unless a pattern there names it. Comments and line ends stay. Without the file
    nothing is written; a link, or what can't be read, is left to `judge generate`, which says why."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    path = package / FILE
    if path.is_symlink() or not path.is_file():
        return
    try:
        text = tomlkit.parse(path.read_bytes().decode())
    except (TOMLKitError, UnicodeDecodeError):
        return
    named = text.get(KEY, [])
    if not isinstance(named, list) or any(fnmatchcase(case, str(pattern)) for pattern in named):
        return
    if KEY not in text:  # before the first table: behind it, it would be a key of that
        write_file(path, f"{KEY} = {tomlkit.item([case]).as_string()}\n{tomlkit.dumps(text)}".encode())
        return
    named.append(case)
    write_file(path, tomlkit.dumps(text).encode())
