"""Our own files, as browsers ask for them."""

from __future__ import annotations

from pathlib import PurePosixPath

from judge.web.ask import Ask
from judge.web.assets import KINDS, known, version
from judge.web.reply import Plain, missing


def static(ask: Ask) -> Plain:
    """Return a file; under the address with its digest it never changes."""
    name = ask.path["name"]
    body = known().get(name)
    if body is None:
        raise missing("file")
    return Plain(body, KINDS[PurePosixPath(name).suffix], lasting=ask.query.get("v") == version(name))
