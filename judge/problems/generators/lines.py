"""Find where a key stands in a generators.toml, for the messages about it."""

from __future__ import annotations

import re

_HEAD = re.compile(r"\s*\[+([^\[\]]+)\]")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


def line_of(text: str, *path: str) -> int:
    """Return the line of a key by its path, else of the nearest table around it that is found; 0 for the whole file."""
    found, best, here = 0, 0, tuple[str, ...]()
    for number, line in enumerate(text.splitlines(), 1):
        if head := _HEAD.match(line):
            here = _parts(head[1])
            named = here
        elif key := _KEY.match(line):
            named = here + _parts(key[1])
        else:
            continue
        shared = named[: len(path)]
        if len(shared) > best and path[: len(shared)] == shared:
            found, best = number, len(shared)
    return found


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(text))
