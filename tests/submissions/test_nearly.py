"""What is nearly a `solve`, and the sentence about it."""

from __future__ import annotations

import ast

import pytest

from judge.submissions.nearly import near_solve, takes

FOUR = ("algorithm", "n", "lizards", "grid")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("def Solve(a, n, p, g): f()", "function solve, but one that is called Solve"),
        ("import f\nX = f()\ndef solution(a, n, p, g): f()", "function solve, but one that is called solution"),
        ("'''text'''\n@f()\ndef slove(a, n, p, g): f()", "function solve, but one that is called slove"),
        (
            "class Solution:\n    def solve(self, a, n, p, g): f()",
            "function solve at its top level, but a method solve of the class Solution",
        ),
    ],
)
def test_it_is_found(source: str, says: str) -> None:
    found = near_solve(ast.parse(source), FOUR)
    assert found is not None
    assert found.says == says


@pytest.mark.parametrize(
    "source",
    [
        "",
        "def Solve(n): f()",
        "def evolve(a, n): f()",
        "class Solution:\n    def solve(self, n): f()",
        "def Solve(a, n, p, g): f()\nSolve()",
        "def Solve(a, n, p, g): f()\nfor n in range(8):\n    Solve()",
        "async def Solve(a, n, p, g): f()",
        "def outer():\n    def Solve(a, n, p, g): f()",
    ],
)
def test_anything_else_is_not(source: str) -> None:
    assert near_solve(ast.parse(source), FOUR) is None


@pytest.mark.parametrize(
    ("parameters", "given", "fits"),
    [
        ("a, b, c, d", 0, True),
        ("a, b, c, d, e=1", 0, True),
        ("*rest", 0, True),
        ("a, b, c", 0, False),
        ("a, b, c, d, e", 0, False),
        ("a, b, c, d, *, e", 0, False),
        ("self, a, b, c, d", 1, True),
        ("a, b, c, d", 1, False),
    ],
)
def test_four_arguments_fit(parameters: str, given: int, fits: bool) -> None:
    [function] = ast.parse(f"def f({parameters}): pass").body
    assert isinstance(function, ast.FunctionDef)
    assert takes(function.args, 4 + given) is fits
