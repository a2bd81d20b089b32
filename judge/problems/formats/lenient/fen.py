"""Find boards in the notation of chess: `8/2Q5/...`, a letter for a piece and a number for so many free cells."""

from __future__ import annotations

import re

import numpy as np

from judge.problems.formats.lenient.drawn import keep_board
from judge.problems.formats.lenient.found import Finds
from judge.problems.formats.lenient.sought import TREE, Sought

_LONGEST_NUMBER = 6  # digits of a run of free cells
_TOKEN = re.compile(rb"\d++|[A-Z]")
_BLANKS = bytes.maketrans(b"[]:|", b"    ")
_SIGN_OF_TREE = ord("T")


class Fen:
    """Collects words of as many ranks as the board has rows. Where the case has trees, they stand as it has them."""

    def __init__(self, sought: Sought, free: bool, finds: Finds) -> None:
        self.sought, self.free, self.finds = sought, free, finds

    def feed(self, line: int, raw: bytes) -> None:
        rows, columns = self.sought.shape
        if raw.count(b"/") < rows - 1 or rows == 1:
            return
        for word in raw.translate(_BLANKS).split():
            ranks = word.split(b"/")
            if len(ranks) == rows and all(width_of(rank) == columns for rank in ranks):
                cells = b"".join(map(_cells_of, ranks))
                self._keep(line, np.frombuffer(cells, np.uint8).reshape(rows, columns))

    def end(self) -> None:
        """Do nothing: no line is left open."""

    def _keep(self, line: int, cells: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> None:
        signs = set(cells.reshape(-1).tolist()) - {0, _SIGN_OF_TREE}
        ground = self.sought.ground
        trees = cells == _SIGN_OF_TREE
        if len(signs) != 1 or (trees.any() and not np.array_equal(trees, ground == TREE)):
            return
        ground[cells == signs.pop()] = 1
        keep_board(self.finds, "a board in chess notation (FEN)", line, ground, self.free)


def width_of(rank: bytes) -> int:
    """Return how many cells a rank has; 0: it is none."""
    tokens = _TOKEN.findall(rank)
    if b"".join(tokens) != rank or any(len(token) > _LONGEST_NUMBER or token[:1] == b"0" for token in tokens):
        return 0
    return sum(int(token) if token.isdigit() else 1 for token in tokens)


def _cells_of(rank: bytes) -> bytes:
    """Return the letters of a rank, and 0 for each free cell."""
    return b"".join(b"\0" * int(token) if token.isdigit() else token for token in _TOKEN.findall(rank))
