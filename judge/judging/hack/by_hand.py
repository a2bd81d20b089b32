"""Declare a case in `generators.toml` as made by hand: else `judge generate` would call it an orphan."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

FILE, KEY = "generators.toml", "by_hand"


def declare(package: Path, case: str) -> None:
    """Name a case in `by_hand`, unless a pattern there names it. Comments stay; without the file nothing is written,
    and one that can't be read is left to `judge generate`, which says why."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    path = package / FILE
    if not path.is_file():
        return
    try:
        text = tomlkit.parse(path.read_text(encoding="utf-8"))
    except (TOMLKitError, UnicodeDecodeError):
        return
    named = text.get(KEY, [])
    if not isinstance(named, list) or any(fnmatchcase(case, str(pattern)) for pattern in named):
        return
    if KEY not in text:  # before the first table: behind it, it would be a key of that
        path.write_text(f"{KEY} = {tomlkit.item([case]).as_string()}\n{tomlkit.dumps(text)}", encoding="utf-8")
        return
    named.append(case)
    path.write_text(tomlkit.dumps(text), encoding="utf-8")
