"""The programs of students: what each is, and what must be said of it. The tables are the TOML files of this folder.

`# here` ends the line that must be shown, `mark` is what the caret must stand below.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent
KERNEL_TABLES = ("kernels.toml", "numba_suite.toml")
HEAD = "import numpy as np\nfrom numba import njit\n"
TAIL = "\ndef solve(algorithm, n, lizards, grid):\n    return kernel(n, grid)\n"
HERE = "# here"


class Program(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of a student."""

    name: str
    kernel: str = ""  # or the source
    source: str = ""
    idea: str = ""  # the test of numba's own that it follows
    verdict: str = "CE"
    code: str = ""
    says: str = ""  # within the headline
    helps: str = ""  # within the help
    notes: str = ""  # within the note
    never: str = ""  # not within the note
    mark: str = ""

    @property
    def text(self) -> str:
        """Return the whole file."""
        if self.source:
            return self.source.lstrip("\n")
        return HEAD + self.kernel + ("" if "def solve(" in self.kernel else TAIL)

    @property
    def line(self) -> int:
        """Return the line that must be shown; 0 where there is none."""
        lines = [number for number, line in enumerate(self.text.splitlines(), 1) if line.endswith(HERE)]
        return lines[0] if lines else 0


def programs(*tables: str) -> dict[str, Program]:
    """Return the programs of these tables, by name."""
    rows = [row for table in tables for row in tomllib.loads((FOLDER / table).read_text("utf-8"))["program"]]
    found = [msgspec.convert(row, Program) for row in rows]
    assert len({one.name for one in found}) == len(found), "two programs have one name"
    return {one.name: one for one in found}
