"""What helps against a name that is not defined."""

from __future__ import annotations

import pytest

from judge.submissions import Source

FILE = Source(
    b"import numpy\nfrom math import sqrt as root\nCOLUMNS = 4\ndef place_queen(board): pass\nclass State: pass",
    "mine.py",
)


OTHER = "give it a value, hand it in as a parameter, or import it"
HINTS = {
    "np": "did you forget  import numpy as np  ?",
    "njit": "did you forget  from numba import njit  ?",
    "deque": "did you forget  from collections import deque  ?",
    "heappush": "did you forget  from heapq import heappush  ?",
    "sqrt": "did you forget  from math import sqrt  ?",
    "List": "did you forget  from typing import List  ?",
    "deepcopy": "did you forget  from copy import deepcopy  ?",
    "itertools": "did you forget  import itertools  ?",
    "place_quen": "did you mean place_queen?",
    "COLUMN": "did you mean COLUMNS?",
    "boards": "did you mean board?",
    "rooot": "did you mean root?",
    "rnage": "did you mean range?",
    "enumarate": "did you mean enumerate?",
    "N": "did you mean n? solve is given (algorithm, n, lizards, grid)",
    "helper": OTHER,
    "x" * 10_000: OTHER,
    "": OTHER,
}


@pytest.mark.parametrize("name", HINTS, ids=lambda name: name[:20])
def test_a_hint(name: str) -> None:
    assert FILE.hint_for(name) == HINTS[name]


def test_a_hint_names_the_parameters_of_the_problem() -> None:
    source = Source(FILE.data, "mine.py", parameters=("n", "stars", "regions"))
    assert source.hint_for("Stars") == "did you mean stars? solve is given (n, stars, regions)"
    assert source.hint_for("k") == source.hint_for("grid") == OTHER
