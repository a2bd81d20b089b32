"""What reads and writes the cases of a puzzle."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from judge.model import Instance, ReadWarning

MAX_N = 20_000  # 400 MB of cells: above that one board and one answer no longer fit a student's memory
CaseReader = Callable[[bytes, str], tuple[Instance, tuple[ReadWarning, ...]]]  # of a text, and the name of its file


class CaseFormat(msgspec.Struct, frozen=True):
    """Read a case from bytes, with what was forgiven, and write it.

    `read` raises JudgeError with line and column for what is no case: E401 to E409, or E476 by `case_text`. It may be
    given any bytes. `write` returns the canonical bytes, which `read` takes back without a notice.
    """

    read: CaseReader
    write: Callable[[Instance], bytes]
    names_algorithm: bool = False  # on line 1, so that `dialect = "no-algorithm"` can leave that out
