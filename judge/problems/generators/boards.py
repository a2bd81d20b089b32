"""Recipes of boards with trees: the homework's, n x n with a number of pieces, and n x m without one."""

from __future__ import annotations

import re
from typing import Any, Final

from judge.model import Algorithm, Instance
from judge.problems.formats.case import MAX_N
from judge.problems.generators.keys import (
    Key,
    Lists,
    Recipes,
    ValueFault,
    Values,
    cells,
    number,
    on_board,
    one_of,
    plain_word,
)
from judge.problems.generators.patterns import MAX_RANKED_N, NAMES, RANDOM, Grid, draw
from judge.problems.generators.recipe import Pieces
from judge.problems.rules.plain import TREE

_MOST_PIECES: Final = 10**18 - 1
_PIECES_HELP: Final = 'write a number, "n", a share such as "80%", "max", "max+1" or "max-1"'
SIZE_HELP: Final = "write the size of the board, such as n = 8"


def density(value: Any) -> float:
    """Read the share of the cells that are trees."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueFault("density", f"density is {value!r:.40}", "write a number from 0 to 1: 0.25 is a quarter")
    return float(value)


def pieces(value: Any) -> Pieces | None:
    """Read a number of pieces; None: as many as rows."""
    if value == "n":
        return None
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= _MOST_PIECES:
        return Pieces("number", value)
    text = value if isinstance(value, str) else ""
    if (share := re.fullmatch(r"([0-9]{1,3})%", text)) and 1 <= int(share[1]) <= 100:
        return Pieces("share", int(share[1]))
    if above := re.fullmatch(r"max([+-][0-9]{1,6})?", text):
        return Pieces("most", int(above[1] or 0))
    raise ValueFault("pieces", f"pieces is {value!r:.40}", _PIECES_HELP)


def _pieces_word(value: Pieces | None, values: Values) -> str:
    """Return how a number of pieces is called in the name of a case."""
    if value is not None and value.kind == "most":
        return f"{'over' if value.value > 0 else 'under'}{abs(value.value)}" if value.value else "max"
    return f"p{values['n']}" if value is None else f"p{value.value}" + ("pc" if value.kind == "share" else "")


def trees(values: Values, seed: int) -> Grid:
    """Return the cells of a board: trees of a pattern, and those by hand."""
    shape = values["n"], values.get("m") or values["n"]
    grid = draw(values["pattern"], shape, values["density"], seed)
    for row, column in values["trees"]:
        grid[row - 1, column - 1] = TREE
    return grid


def _homework(values: Values, seed: int, algorithm: Algorithm) -> Instance:
    asked, n = values["pieces"], values["n"]
    known = n if asked is None else asked.value if asked.kind == "number" else 1
    return Instance(algorithm, n, known, trees(values, seed))


def trees_together(lists: Lists, written: frozenset[str]) -> None:
    """Raise ValueFault for trees that lie on no board, and for a pattern without a density."""
    columns = [m for m in lists.get("m", ()) if m]
    least, most = min(lists["n"]), max([*lists["n"], *columns])
    on_board(lists["trees"][0], "trees", "tree", (least, min(columns, default=least)))
    if any(pattern != RANDOM for pattern in lists["pattern"]):
        if most > MAX_RANKED_N:
            raise ValueFault("n", f"n is {most:,}, too large for a pattern", f"write at most {MAX_RANKED_N:,}")
        if "density" not in written:
            raise ValueFault(
                "pattern", "a pattern needs to know how many trees", "write density = 0.25, or another share"
            )


_WOODS: Final = (
    Key("density", density, lambda share, _: f"d{100 * share:g}", 0.0),
    Key("pattern", one_of("pattern", NAMES), plain_word(), RANDOM),
)
_TREES: Final = Key("trees", cells("trees"), default=())
OBSTACLE_KEYS: Final = (*_WOODS, _TREES)  # what a recipe says of cells that are not free
_PIECES: Final = Key("pieces", pieces, _pieces_word)

HOMEWORK: Final = Recipes(
    keys=(Key("n", number("n", 1, MAX_N), plain_word(), needed=SIZE_HELP), *_WOODS, _PIECES, _TREES),
    board=_homework,
    together=trees_together,
)
