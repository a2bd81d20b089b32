"""Keep what a generators.toml does not say itself: the most pieces of each board, and what was written.

`generators.lock.toml` lies beside it and travels with the package. So `pieces = "max"` is the same number everywhere,
and a file that somebody has edited is told from one that a former recipe has made.
"""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Final

import msgspec

from judge.errors import JudgeError, Place
from judge.files import write_file
from judge.problems.generators.patterns import Grid
from judge.problems.prove.truth import Most
from judge.problems.safe_files import read_if_there

FILE: Final = "generators.lock.toml"
_HEAD: Final = """\
# Written by `judge generate`: keep it beside generators.toml, and change nothing here.
# [boards]: the most pieces that a board holds, by the SHA-256 of its cells, and how that is known.
# [cases]: the SHA-256 of each input.txt as it was written.
"""


class Lock(msgspec.Struct, forbid_unknown_fields=True):
    """Holds the digests of what was written, by group/name, and what is known of boards, by their digests."""

    boards: dict[str, Most] = {}
    cases: dict[str, str] = {}

    def text(self) -> str:
        """Return it as TOML, in order of names."""
        lines = [_HEAD]
        for board, most in sorted(self.boards.items()):
            lines += [f"[boards.{board}]", f"pieces = {most.pieces}", f"proven = {str(most.proven).lower()}"]
            lines += [f"how = {msgspec.json.encode(most.how).decode()}", ""]
        lines += ["[cases]", *(f'"{case}" = "{digest}"' for case, digest in sorted(self.cases.items())), ""]
        return "\n".join(lines)

    def write(self, package: Path) -> None:
        """Write it, unless it is there already as it is; JudgeError E435 where it can't be written."""
        data = self.text().encode()
        if read_if_there(package / FILE) != data:
            write_file(package / FILE, data)


def read_lock(package: Path) -> Lock:
    """Return the lock of a package, an empty one where there is none; JudgeError E411 where it can't be read."""
    file = package / FILE
    data = read_if_there(file)
    if data is None:
        return Lock()
    try:
        return msgspec.convert(tomllib.loads(data.decode()), Lock)
    except (ValueError, RecursionError) as fault:  # no UTF-8, no TOML, or other keys
        repair = "take it from where you keep the package's versions, or delete it: it is made again"
        raise JudgeError("E411", f"{FILE} can't be read: {fault}", Place(str(file)), help=repair) from None


def digest(data: bytes) -> str:
    """Return what an input.txt is known by."""
    return hashlib.sha256(data).hexdigest()[:32]


def board_digest(grid: Grid) -> str:
    """Return what the cells of a board are known by, whatever else its case says."""
    return hashlib.sha256(f"{len(grid)}\n".encode() + grid.tobytes()).hexdigest()[:16]
