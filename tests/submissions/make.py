"""Files as their text tells what they are."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from judge.model import Programs, Submission
from judge.submissions import handed_in

UNSAID = Programs()  # of a package that says nothing of programs
EXPECTS = Programs(io="files")
SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"


def rows_of(file: str) -> dict[str, Any]:
    """Return the tables of a TOML file beside this one."""
    return tomllib.loads(Path(__file__).with_name(file).read_text(encoding="utf-8"))


def read(source: str | bytes, name: str = "mine.py", rules: Programs = UNSAID) -> Submission:
    """Return one file as it is handed in."""
    data = source if isinstance(source, bytes) else source.encode()
    return handed_in("mine", "pkg", name, ((name, data),), rules)


def found_in(source: str | bytes, name: str = "mine.py", rules: Programs = UNSAID) -> str:
    """Return the contract of a file, or the code of what is wrong with it."""
    one = read(source, name, rules)
    return one.fault.code if one.fault else one.contract
