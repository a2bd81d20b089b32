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

import re
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

FOLDER: Final = Path(__file__).parent / "pieces"
THEMES: Final = (
    *("recursion", "twins", "made", "reads", "arguments", "numba_kinds", "options", "state", "pure", "whole"),
    "failing",
)
CHECK: Final = "# check\n"
ANYWHERE: Final = ("before", "after", "twice", "inline", "import", "loop", "thread")
OPTIONS: Final = (
    *("njit",) * 8,
    *("njit()", "nb.njit", "nb.jit", "njit(cache=True)", "njit(cache=True)", "njit(cache=False)", "njit(nogil=True)"),
    *("njit(boundscheck=True)", "njit(fastmath=True)", "nb.jit(nopython=True)"),
)
_CHOICE: Final = re.compile(r"«(?:(\w+)=)?([^«»]*)»")
_OWN: Final = re.compile(r"\b([A-Za-z]\w*[A-Za-z0-9]|[A-Za-z])_\b")


class Piece(NamedTuple):
    """A text, and what may be done with it."""

    name: str
    text: str
    places: tuple[str, ...] = ANYWHERE  # where its check may stand
    gives: str = ""  # a kernel of an int for an int, to be called by other pieces
    dear: bool = False  # it takes more than 0.25 s to compile
    wrong: bool = False  # on purpose
    lonely: bool = False  # it changes what other pieces of its file rely on
    alike: bool = False  # all its kernels have one option; none is kept by numba, which confuses what is on one line


class Drawn(NamedTuple):
    """A piece whose choices are made and whose names are its own."""

    top: str
    check: str
    gives: str


def draw(piece: Piece, number: int, rng: Random, other: str) -> Drawn:
    """Return the text of a piece as number `number` of its file."""
    text = _chosen(piece.text.strip("\n") + "\n", rng)
    options = [one for one in OPTIONS if not (piece.alike and "cache=True" in one)]
    same = rng.choice(options) if piece.alike or rng.random() < 0.7 else ""
    text = re.sub(r"\bJIT\b", lambda _: same or rng.choice(options), text)
    text = text.replace("OTHER_", other)
    top, _, check = named(text, number).partition(CHECK)
    return Drawn(top.strip("\n"), check.strip("\n"), named(piece.gives, number))


def named(text: str, number: int) -> str:
    """Return a text whose own names bear the number of its piece."""
    return _OWN.sub(rf"\1_{number}", text)


def _chosen(text: str, rng: Random) -> str:
    kept: dict[str, str] = {}

    def choose(match: re.Match[str]) -> str:
        name, alternatives = match.groups()
        if name is None and alternatives in kept:
            return kept[alternatives]
        made: str = rng.choice(alternatives.split("|"))
        if name is not None:
            kept[name] = made
        return made

    return _CHOICE.sub(choose, text)


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


FEATURES: Final = tuple(piece._replace(name=f"{theme}.{piece.name}") for theme in THEMES for piece in read_theme(theme))
IN_PYTHON: Final = read_theme("search_in_python")
IN_KERNELS: Final = read_theme("search_in_kernels")
