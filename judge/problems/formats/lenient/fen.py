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
            if len(ranks) == rows:
                cells = [cells_of(rank, columns) for rank in ranks]
                if all(row is not None and len(row) == columns for row in cells):
                    self._keep(line, np.frombuffer(b"".join(filter(None, cells)), np.uint8).reshape(rows, columns))

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


def cells_of(rank: bytes, most: int) -> bytes | None:
    """Return the letters of a rank and 0 for each free cell, as far as the row has room for them; None: it is no
    rank."""
    cells: list[bytes] = []
    room = most + 1
    for token in _TOKEN.findall(rank):
        if token.isdigit() and len(token) > _LONGEST_NUMBER:
            return None
        part = b"\0" * min(int(token), room) if token.isdigit() else token
        cells.append(part)
        room -= len(part)
        if room <= 0:
            break
    return b"".join(cells) if not rank.translate(None, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") and rank else None
