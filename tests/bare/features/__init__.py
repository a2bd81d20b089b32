"""What a generated solution is made of: pieces of Python and numba as students write them, by theme.

Each piece is a text. What stands above the line `# check` goes to the top level of the file; what stands below is run
once or more by `solve`, with `n` in reach, and tells `expect` a value and what it should be. In a text

- a name with one underscore at its end is the piece's own: `fact_` becomes `fact_2` in the second piece of a file;
- «2|3|5» is one of these, by the draw of the seed; «k=2|3|5» keeps what was drawn, and «k» is that again;
- JIT is `njit` or one of its options that change no result;
- OTHER_ is a kernel of an int for an int, which another piece of the file gives, where one does.
"""

from __future__ import annotations

from types import ModuleType

from tests.bare.features import (
    arguments,
    failing,
    made,
    numba_kinds,
    observing,
    options,
    pure,
    reads,
    recursion,
    state,
    twins,
    whole,
)
from tests.bare.piece import Piece

THEMES = (recursion, twins, made, reads, arguments, numba_kinds, options, state, pure, whole, failing)


def _of(theme: ModuleType) -> tuple[Piece, ...]:
    word = theme.__name__.rpartition(".")[2]
    return tuple(piece._replace(name=f"{word}.{piece.name}") for piece in theme.PIECES)


FEATURES: tuple[Piece, ...] = tuple(piece for theme in THEMES for piece in _of(theme))
UNPROMISED: tuple[Piece, ...] = _of(observing)
