"""Keep what a text was found to say, grouped by the shape in which it says so."""

from __future__ import annotations

import msgspec

from judge.problems.formats.page import Cells

_MOST_FOUND = 4096  # arrangements of one shape: the lists judged have 724


class Found(msgspec.Struct, frozen=True, eq=False):
    """Holds one arrangement in the text: its columns where it is a permutation, else its board; or `count` of them."""

    shape: str  # completes "read as"
    line: int
    columns: tuple[int, ...] = ()
    board: Cells | None = None
    count: int | None = None  # 0: that there is none
    exact: bool = False  # row k of the board, or arrangement k of a list, stands on line `line` + k
    one_line: bool = False  # the whole arrangement stands on `line`, as numbers


class Doubt(msgspec.Struct, frozen=True, eq=False):
    """Says why something that looks like an answer is not taken; `ways` are the boards that it may mean."""

    code: str
    message: str
    line: int
    help: str
    ways: tuple[Cells, ...] = ()


class Finds:
    """Holds all that was found in `groups`: by shape, in the order in which each was first met."""

    def __init__(self) -> None:
        self.groups: dict[str, list[Found]] = {}
        self.doubts: list[Doubt] = []
        self.stray: Found | None = None  # the first board that is no permutation, for its fault to be told

    def keep(self, found: Found) -> None:
        group = self.groups.setdefault(found.shape, [])
        if len(group) < _MOST_FOUND:
            group.append(found)
