"""What decides whatever is compiled on this machine: this Python, its packages, the processor, and the judge's own code
that runs in a box. Each key of what is kept holds it."""

from __future__ import annotations

import hashlib
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from judge.model.installed import package_folders, version_of
from judge.sandbox import protocol
from judge.sandbox.machine import features, look

_COMPILERS: Final = ("numba", "llvmlite", "numpy")


@cache
def basis(core: int | None) -> tuple[object, ...]:
    """Return what is known of this machine, as one of its cores shows it; looked at once by a process."""
    packages = [stamp(folder) for folder in package_folders()]
    inside = hashlib.sha256()
    for path in sorted(Path(protocol.__file__).with_name("inside").glob("*.py")):
        inside.update(path.read_bytes())
    python = (sys.version, sys.prefix, stamp(sys.executable), packages, *map(version_of, _COMPILERS))
    return *python, inside.hexdigest(), look(core).cpu, features(core)


def stamp(path: str) -> tuple[str, int, int]:
    """Return by what a file or a folder is known to be the same as before: a new version of a compiler has others."""
    real = Path(path).resolve()
    try:
        facts = real.stat()
    except OSError:
        return str(real), 0, 0
    return str(real), facts.st_size, facts.st_mtime_ns


def digest(facts: Any) -> str:
    """Return the key of these facts. Texts among them need not be UTF-8: names of files are not."""
    return hashlib.sha256(json.dumps(msgspec.to_builtins(facts), sort_keys=True).encode()).hexdigest()
