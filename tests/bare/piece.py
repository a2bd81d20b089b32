"""A piece of a generated file, and how its text is drawn."""

from __future__ import annotations

import re
from random import Random
from typing import Final, NamedTuple

CHECK: Final = "# check\n"
ANYWHERE: Final = ("before", "after", "twice", "inline", "import", "loop", "thread")
OPTIONS: Final = (
    *("njit",) * 8,
    "njit()",
    "nb.njit",
    "nb.jit",
    "njit(cache=True)",
    "njit(cache=True)",
    "njit(cache=False)",
    "njit(nogil=True)",
    "njit(boundscheck=True)",
    "njit(fastmath=True)",
    "nb.jit(nopython=True)",
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
