"""What helps against a name that is not defined."""

from __future__ import annotations

import ast

import pytest

from judge.submissions.names import hint_for

TREE = ast.parse(
    "import numpy\nfrom math import sqrt as root\nCOLUMNS = 4\ndef place_queen(board): pass\nclass State: pass"
)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("np", "did you forget  import numpy as np  ?"),
        ("deque", "did you forget  from collections import deque  ?"),
        ("itertools", "did you forget  import itertools  ?"),
        ("place_quen", "did you mean place_queen?"),
        ("COLUMN", "did you mean COLUMNS?"),
        ("boards", "did you mean board?"),
        ("rooot", "did you mean root?"),
        ("rnage", "did you mean range?"),
        ("helper", "give it a value, hand it in as a parameter, or import it"),
        ("enumarate", "did you mean enumerate?"),
        ("N", "did you mean n? solve is given (algorithm, n, lizards, grid)"),
        ("x" * 10_000, "give it a value, hand it in as a parameter, or import it"),
        ("", "give it a value, hand it in as a parameter, or import it"),
    ],
)
def test_a_hint(name: str, hint: str) -> None:
    assert hint_for(name, TREE, ("algorithm", "n", "lizards", "grid")) == hint


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("N", "did you mean n? solve is given (n, stars, regions)"),
        ("Stars", "did you mean stars? solve is given (n, stars, regions)"),
        ("k", "give it a value, hand it in as a parameter, or import it"),
        ("grid", "give it a value, hand it in as a parameter, or import it"),
    ],
)
def test_a_hint_names_the_parameters_of_the_problem(name: str, hint: str) -> None:
    assert hint_for(name, TREE, ("n", "stars", "regions")) == hint
