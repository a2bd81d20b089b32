"""Which Python a program is written for: what the file that is run tells, or one of its own that it imports."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from judge.submissions.languages import Language, languages
from judge.submissions.python2 import why_a_list_of_python_2, why_python_2

_IMPORT = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([A-Za-z_][\w.]*(?:[ \t]*,[ \t]*[A-Za-z_][\w.]*)*)", re.MULTILINE)

_NAMED_3 = "homework3"  # the homework's own name for a program in Python 3


def why_old(files: Mapping[str, bytes], main: str, works: Callable[[Language], bool]) -> str:
    """Return `line 3: print 'x'` where it is Python 2, with the file's name before it if that is not `main`; else
    nothing. What both versions read is Python 2 only where an interpreter `works`."""
    read = _imported(files, main)
    if why := _first(why_python_2, read):
        return why
    if PurePosixPath(main).stem.lower().startswith(_NAMED_3):
        return ""
    why = _first(why_a_list_of_python_2, read)
    return why if why and works(languages()["Python 2"]) else ""


def _first(tells: Callable[[bytes], str], read: Mapping[str, bytes]) -> str:
    """What the first of these files tells; the first of all is the one that is run, and needs no name."""
    said = ((name, tells(data)) for name, data in read.items())
    return next((f"{name}, {why}" if name != next(iter(read)) else why for name, why in said if why), "")


def _imported(files: Mapping[str, bytes], main: str) -> dict[str, bytes]:
    """The file that is run and those of the submission that it imports, and they in turn."""
    read = {main: files[main]}
    waiting = [main]
    while waiting:
        name = waiting.pop()
        modules = [module for line in _IMPORT.findall(files[name]) for module in re.split(rb"[\s,]+", line) if module]
        for module in modules:
            path = PurePosixPath(main).parent / module.decode().replace(".", "/")
            for beside in (f"{path}.py", f"{path}/__init__.py"):
                if beside in files and beside not in read:
                    read[beside] = files[beside]
                    waiting.append(beside)
    return read
