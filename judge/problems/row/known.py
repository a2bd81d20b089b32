"""What is known of some puzzles without a search: an arrangement that is built, or how many there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from judge.model import Answer, Instance
from judge.problems.formats.answer import LISTED_N
from judge.problems.prove.bounds import descend
from judge.problems.rules.plain import every_queens

COUNTS: Final = (1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724)  # how many arrangements of n queens there are, n from 0 to 10
_MANY: Final = (  # for n from 11 to 27
    *(2680, 14200, 73712, 365596, 2279184, 14772512, 95815104, 666090624, 4968057848, 39029188884, 314666222712),
    *(2691008701644, 24233937684440, 227514171973736, 2207893435808352, 22317699616364044, 234907967154122528),
)


def pauls(board: Instance) -> Answer | None:
    """Return Pauls' arrangement of n queens of 1874: the even columns, then the odd ones, some of them moved."""
    n = board.n
    even, odd = list(range(2, n + 1, 2)), list(range(1, n + 1, 2))
    if n in (2, 3):
        return None
    if n % 6 == 2:
        odd = [3, 1, *odd[3:], 5]
    if n % 6 == 3:
        even, odd = [*even[1:], 2], [*odd[2:], 1, 3]
    placed = board.grid.copy()
    placed[range(n), [column - 1 for column in even + odd]] = 1
    return Answer(board=placed)


def queens_counted(board: Instance) -> Answer | None:
    """Return the list of all, and where only the number is asked, the one that is known: A000170 of oeis.org."""
    n = board.n
    if n <= LISTED_N:
        found = np.array(list(every_queens(n)), np.int64).reshape(-1, n)
        return Answer(columns=found, count=len(found))
    return Answer(count=_MANY[n - LISTED_N - 1]) if n <= LISTED_N + len(_MANY) else None


CONSTRUCTED: Final[dict[str, Callable[[Instance], Answer | None]]] = {
    "descent": descend,  # as many pieces as asked for, in reading order, each where none sees it
    "pauls": pauls,
    "queens-counted": queens_counted,
}
