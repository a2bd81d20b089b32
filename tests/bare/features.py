"""What a generated solution is made of: pieces of Python and numba as students write them, by theme.

A theme is a file of `pieces/`. There a line `== name` begins a piece, and what else it says are fields of `Piece`; a
line `all` above them says what holds for all. What stands above the line `# check` goes to the top level of the file;
what stands below is run once or more by `solve`, with `n` in reach, and tells `expect` a value and what it should be.

- a name with one underscore at its end is the piece's own: `fact_` becomes `fact_2` in the second piece of a file;
- «2|3|5» is one of these, by the draw of the seed; «k=2|3|5» keeps what was drawn, and «k» is that again;
- JIT is `njit` or one of its options that change no result;
- OTHER_ is a kernel of an int for an int, which another piece of the file gives, where one does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tests.bare.piece import Piece

FOLDER: Final = Path(__file__).parent / "pieces"
THEMES: Final = (
    *("recursion", "twins", "made", "reads", "arguments", "numba_kinds", "options", "state", "pure", "whole"),
    "failing",
)


def read_theme(theme: str) -> tuple[Piece, ...]:
    """Return the pieces of a theme."""
    above, *parts = (FOLDER / f"{theme}.txt").read_text().split("\n== ")
    shared = above.partition("\nall ")[2].split()
    return tuple(_piece(shared, *part.split("\n", 1)) for part in parts)


def _piece(shared: list[str], head: str, text: str) -> Piece:
    name, *words = head.split()
    fields: dict[str, Any] = {}
    for field, _, value in (word.partition("=") for word in (*shared, *words)):
        fields[field] = tuple(value.split(",")) if field == "places" else value or True
    return Piece(name, text, **fields)


def _named(theme: str) -> tuple[Piece, ...]:
    return tuple(piece._replace(name=f"{theme}.{piece.name}") for piece in read_theme(theme))


FEATURES: Final = tuple(piece for theme in THEMES for piece in _named(theme))
UNPROMISED: Final = _named("observing")
IN_PYTHON: Final = read_theme("search_in_python")
IN_KERNELS: Final = read_theme("search_in_kernels")
