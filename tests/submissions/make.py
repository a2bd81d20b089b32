"""Files as their text tells what they are."""

from __future__ import annotations

from judge.model import Programs, Submission
from judge.submissions import handed_in

UNSAID = Programs()  # of a package that says nothing of programs
SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"


def read(source: str | bytes, name: str = "mine.py", rules: Programs = UNSAID) -> Submission:
    """Return one file as it is handed in."""
    data = source if isinstance(source, bytes) else source.encode()
    return handed_in("mine", "pkg", name, ((name, data),), rules)


def found_in(source: str | bytes, name: str = "mine.py", rules: Programs = UNSAID) -> str:
    """Return the contract of a file, or the code of what is wrong with it."""
    one = read(source, name, rules)
    return one.fault.code if one.fault else one.contract
