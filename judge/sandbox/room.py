"""What the judge lays ready in a box before its case arrives: how much of it for which board.

Theory of operation. The first touch of a page costs a fault, a microsecond or two. Three arrays of 1 MB are 800 faults:
more than a greedy search of the same board takes. Whether memory was touched before says nothing about an algorithm. So
a box has its heap ready, and a large board comes and goes by shared memory instead of a pipe.

A submission can find out how much is ready while it loads, and has no business with n before its case arrives: then it
could work for that n off the clock. So boards come in classes: all up to 128 x 128 are one, and from there on each
power of two.

Measured on the board of 1000 x 1000 (Linux 6.18, huge pages): 8 bytes a cell take all faults out of a greedy search and
of backtracking with a few arrays; a search that keeps 90 MiB needs 64 bytes a cell to lose a quarter of its time.
Huge pages make these 64 MiB ready in some 10 ms. Without them it would be 40 ms, so there it is 8 bytes a cell.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from judge.sandbox.protocol import HUGE_PAGE, Room

SMALL_SIDE: Final = 128  # of the boards of the first class
SMALL_HEAP: Final = 256 << 10
A_CELL, A_CELL_WITHOUT_HUGE_PAGES = 64, 8
LARGEST_HEAP: Final = 64 << 20
LARGEST_SHARED: Final = 16 << 20
PART_OF_LIMIT = 8  # of the memory that a submission may use, no more than the eighth part is ready
HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")


def room_for(n: int, memory_bytes: int) -> Room:
    """Return what is laid ready for a board of n x n of a submission that may use so much memory."""
    side = max(SMALL_SIDE, 1 << (n - 1).bit_length())
    cells = side * side
    if side == SMALL_SIDE:
        return Room(cells, heap_bytes=min(SMALL_HEAP, memory_bytes // PART_OF_LIMIT))
    huge = _huge_pages()
    wanted = cells * (A_CELL if huge else A_CELL_WITHOUT_HUGE_PAGES)
    heap_bytes = min(wanted, LARGEST_HEAP, memory_bytes // PART_OF_LIMIT) // HUGE_PAGE * HUGE_PAGE
    if cells > LARGEST_SHARED:
        return Room(0, heap_bytes, huge=huge)
    return Room(cells, heap_bytes, shared_bytes=cells, huge=huge)


@cache
def _huge_pages() -> bool:
    """Say whether this system gives huge pages to who asks."""
    try:
        return "[never]" not in HUGE_PAGES.read_text()
    except OSError:
        return False
