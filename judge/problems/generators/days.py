"""Recipes of boards with weights: scooters that go about. Each is seen twelve times, and each time takes a random step
or stays."""

from __future__ import annotations

from typing import Final

import numpy as np

from judge.model import Algorithm, Instance
from judge.problems.generators.boards import SIZE_HELP
from judge.problems.generators.keys import Key, Lists, Recipes, ValueFault, Values, number, plain_word

TIMES: Final = 12  # a day of a scooter
_MOST_N: Final = 100
_MOST_FLEET: Final = 10_000


def _board(values: Values, seed: int, algorithm: Algorithm) -> Instance:
    n, rng = values["n"], np.random.default_rng(seed)
    points = np.zeros((n, n), np.int64)
    for _ in range(values["fleet"]):
        place = rng.integers(0, n, 2)
        for _ in range(TIMES):
            points[tuple(place)] += 1
            place = np.clip(place + rng.integers(-1, 2, 2), 0, n - 1)
    return Instance(algorithm, n, values["officers"] or n, np.zeros((n, n), np.int8), points)


def _together(lists: Lists, _: frozenset[str]) -> None:
    least, most = min(lists["n"]), max(one or 0 for one in lists["officers"])
    if most > least:
        message = f"{most} officers don't fit into {least} rows"
        raise ValueFault("officers", message, f"write at most {least}")


RECIPES: Final = Recipes(
    keys=(
        Key("n", number("n", 1, _MOST_N), plain_word(), needed=SIZE_HELP),
        Key("officers", number("officers", 1, _MOST_N), plain_word("p")),
        Key("fleet", number("fleet", 0, _MOST_FLEET), plain_word("s"), needed="write how many scooters: fleet = 10"),
    ),
    board=_board,
    together=_together,
    samples="""
[secret.day]                  # 2 sizes, 2 numbers of scooters, 2 seeds: 8 cases
n = [5, 6]
officers = 4                  # as many as rows where it is left out
fleet = [5, 20]               # scooters
seed = 1
count = 2
""",
)
