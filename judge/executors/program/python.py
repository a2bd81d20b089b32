"""Which Python a program is written for: what the file that is run tells, or one of its own that it imports."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from judge.submissions.python2 import why_python_2

_IMPORT = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([A-Za-z_][\w.]*(?:[ \t]*,[ \t]*[A-Za-z_][\w.]*)*)", re.MULTILINE)


def why_old(files: Mapping[str, bytes], main: str) -> str:
    """Return `line 3: print 'x'` where it is Python 2, with the file's name before it if that is not `main`; else
    nothing."""
    said = ((name, why_python_2(data)) for name, data in _imported(files, main).items())
    return next((f"{name}, {why}" if name != main else why for name, why in said if why), "")


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
