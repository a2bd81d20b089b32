"""Our own files: the style, the icon, and the scripts that fill pages by themselves."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from judge.reports.web.style import web_style
from judge.web.reply import Plain, missing

if TYPE_CHECKING:
    from judge.web.ask import Ask

KINDS: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


@cache
def known() -> dict[str, bytes]:
    """Return every file that may be asked for, by name."""
    folder = files("judge.web") / "static"
    found = {one.name: one.read_bytes() for one in folder.iterdir() if one.name.endswith(tuple(KINDS))}
    return {**found, "judge.css": web_style().encode()}


@cache
def version(name: str) -> str:
    """Return the first digits of a file's SHA-256."""
    return hashlib.sha256(known()[name]).hexdigest()[:12]


def static(ask: Ask) -> Plain:
    """Return a file; under the address with its digest it never changes."""
    name = ask.path["name"]
    body = known().get(name)
    if body is None:
        raise missing("file")
    return Plain(body, KINDS[PurePosixPath(name).suffix], lasting=ask.query.get("v") == version(name))
