"""Solutions to the puzzle of n queens, each made of a search and a few features: as many as there are seeds.

Each file checks the values that its kernels return. A kernel that is not the file's own shows as an exception, or as a
board that is none. A seed decides the whole text of its file, and the outcome of a file depends on no chance or time.
"""

from __future__ import annotations

import textwrap
import tomllib
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.bare.features import FEATURES, IN_KERNELS, IN_PYTHON, Drawn, Piece, draw

TEXTS: Final = tomllib.loads(Path(__file__).with_name("forms.toml").read_text())
JITTED: Final = Piece("jitted solve", TEXTS["jitted"])
AT_IMPORT: Final = 5  # the size with which a check is run there
FEATURE: Final = {piece.name: piece for piece in FEATURES}
assert len(FEATURE) == len(FEATURES), "each piece has a name of its own"
_RIGHT: Final = tuple(piece for piece in FEATURES if not piece.wrong and not piece.lonely)
_CHEAP: Final = tuple(piece for piece in _RIGHT if not piece.dear)
_WRONG: Final = tuple(piece for piece in FEATURES if piece.wrong)
_LONELY: Final = tuple(piece for piece in FEATURES if piece.lonely)


class Generated(NamedTuple):
    """A file, what it was made of, and whether some of that is wrong on purpose."""

    seed: int
    source: str
    made_of: tuple[str, ...]
    wrong: bool


class _Placed(NamedTuple):
    drawn: Drawn
    number: int
    place: str

    @property
    def called(self) -> str:
        return f"check_{self.number}"


def generate(seed: int, *, dear: bool = False) -> Generated:
    """Return the file of a seed: of one or two cheap features, or of up to three of any where it may be `dear`."""
    rng = Random(f"{seed} {dear}")
    pool, counts = (_RIGHT, (1, 2, 3)) if dear else (_CHEAP, (1, 1, 2))
    features = rng.sample(pool, rng.choice(counts))
    if rng.random() < 0.1:
        features[-1] = rng.choice(_WRONG)
    elif rng.random() < 0.04:
        features = [rng.choice(_LONELY)]
    jitted = rng.random() < 0.05 and all("import" in piece.places for piece in features)
    in_kernels = rng.random() < (0.5 if dear else 0.25) and not features[0].lonely
    searches = IN_KERNELS if in_kernels else IN_PYTHON
    cheap = [one for one in searches if dear or not one.dear]
    return _compose(seed, JITTED if jitted else rng.choice(cheap), features, rng)


def alone(name: str, seed: int) -> Generated:
    """Return a file of one feature, by its name `theme.feature`."""
    return _compose(seed, IN_PYTHON[0], [FEATURE[name]], Random(f"{name} {seed}"))


def _compose(seed: int, search: Piece, features: list[Piece], rng: Random) -> Generated:
    jitted = search is JITTED
    placed: list[_Placed] = []
    other = "number"
    for number, piece in enumerate(sorted(features, key=lambda piece: not piece.gives), 1):  # they stand above callers
        drawn = draw(piece, number, rng, other)
        placed.append(_Placed(drawn, number, "import" if jitted else rng.choice(piece.places)))
        other = drawn.gives or other
    found, expects = draw(search, 0, rng, other), rng.choice(TEXTS["expects"])
    made_of = (search.name, *(piece.name for piece in features))
    below = [one.drawn.top for one in placed] + [_check(one) for one in placed if one.place != "inline"] + [found.top]
    below += [] if jitted else _solve(placed, rng, faults="FAULTS" in expects)
    above = [f'"""Seed {seed}: {", ".join(made_of)}."""\n\n{TEXTS["head"]}', expects]
    above += [TEXTS[word] for word in ("number", "in_a_thread") if f"{word}(" in "".join(below)]
    source = "\n\n\n".join(part.strip("\n") for part in above + below if part.strip("\n")) + "\n"
    return Generated(seed, source, made_of, any(piece.wrong for piece in features))


def _check(one: _Placed) -> str:
    made = f"def {one.called}(n):\n{textwrap.indent(one.drawn.check, '    ')}\n"
    return f"{made}\n\n{one.called}({AT_IMPORT})\n" if one.place == "import" else made


def _solve(placed: list[_Placed], rng: Random, *, faults: bool) -> list[str]:
    """Return `solve`, and what gives it its name."""
    head, tail = rng.choice(TEXTS["forms"])
    lines = [_call(one) for one in placed if one.place in ("before", "twice", "inline", "loop", "thread")]
    lines += ["q = search_0(n)", "if q is None:\n    return None", rng.choice(TEXTS["boards"])]
    lines += [_call(one) for one in placed if one.place in ("after", "twice", "import")]
    lines += [TEXTS["faulty"]] if faults else []
    return [head + textwrap.indent("\n".join([*lines, "return board"]), "    "), tail]


def _call(one: _Placed) -> str:
    match one.place:
        case "inline":
            return one.drawn.check
        case "loop":
            return f"for _ in range(2):\n    {one.called}(n)"
        case "thread":
            return f"in_a_thread({one.called}, n)"
        case _:
            return f"{one.called}(n)"
