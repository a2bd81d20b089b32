"""What the sandbox refused a program, read from the exception that ended it, by the table that functions have too."""

from __future__ import annotations

import errno
import os
import re
from typing import Final

from judge.executors.exception_frame import Raised
from judge.executors.program.crash import uncaught
from judge.executors.refusals import refusal
from judge.model import Limits
from judge.sandbox.inside import jail
from judge.sandbox.request import Home

_CODES: Final = (
    errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EMFILE, errno.EFBIG, errno.ENOMEM, errno.ENOENT
)  # fmt: skip
_SAID: Final = {os.strerror(code): code for code in _CODES}  # as Java and C++ tell it
_PYTHON: Final = re.compile(r"\[Errno (\d{1,3})\]")
_NODE: Final = re.compile(r"^Error: (E[A-Z]{2,12}): .*", re.MULTILINE)
_PATH: Final = re.compile(r"'(/[^'\n]+)'|(?:^|(?<=[ \[]))(/[^\s()\[\]':]+)")
_SYSTEM: Final = re.compile(  # as perror tells it
    r"^(?:.*/.*: (?:Permission denied|Read-only file system)|.*: Operation not permitted)$", re.MULTILINE
)
_REFUSED: Final = re.compile(r"read-only file system|permission denied|operation not permitted", re.IGNORECASE)


def without_folders(stderr: str, source: str, *others: str) -> str:
    """Return stderr with the submission's files by their names alone. Where a path was refused, it stays whole: a name
    alone would be a file of the working directory. It is the same in each tier."""
    folders = re.compile("|".join(re.escape(f"{folder}/") for folder in (source, *others)))
    lines = stderr.splitlines(keepends=True)
    return "".join(folders.sub(f"{jail.SUBMISSION}/" if _REFUSED.search(line) else "", line) for line in lines)


def help_against(stderr: str, home: Home, limits: Limits, *, sealed: bool) -> str:
    """Return what helps a program that ended by what a sandbox or a limit refused, told by an exception or by perror;
    empty where neither is known to have."""
    node, perror = _NODE.search(stderr), _SYSTEM.findall(stderr)
    headline = uncaught(stderr) or (node[0] if node else perror[-1] if perror else "")
    if not headline:
        return ""
    path = _PATH.search(headline)
    outside = path is not None and _is_outside(path[1] or path[2], home)
    raised = Raised("", f"{headline}\n{stderr}", errno=_errno(headline), outside=outside, sealed=sealed)
    return refusal(raised, limits)


def _is_outside(path: str, home: Home) -> bool:
    return path.startswith("/") and not f"{path}/".startswith(f"{home.work}/")


def _errno(headline: str) -> int:
    if said := _PYTHON.search(headline):
        return int(said[1])
    if said := _NODE.match(headline):
        return int(getattr(errno, said[1], 0))
    return next((code for text, code in _SAID.items() if text in headline), 0)
