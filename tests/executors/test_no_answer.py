"""Mistakes that show in what solve returned: told where the text leaves no doubt."""

from __future__ import annotations

import pytest

from judge.executors.no_answer import why_nothing
from judge.submissions.source import Source

HEAD = "def solve(algorithm, n, lizards, grid):\n"


def source(body: str) -> Source:
    return Source((HEAD + body).encode(), "mine.py")


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ("    pass\n", "mine.py:1:1"),
        ("    print(grid)\n", "mine.py:1:1"),
        ("    if n:\n        return\n", "mine.py:3:9"),
        ("    def inner():\n        return grid\n    inner()\n", "mine.py:1:1"),
        ("    f = lambda: (yield)\n", "mine.py:1:1"),
        ("    class A:\n        def f(self): return 1\n", "mine.py:1:1"),
    ],
)
def test_solve_never_returns(body: str, where: str) -> None:
    finding = why_nothing(source(body))
    assert finding is not None
    assert (finding.code, finding.where) == ("E124", where)
    assert bool(finding.note) == ("print" in body)


@pytest.mark.parametrize("body", ["    return None\n", "    if n:\n        return grid\n", "    yield grid\n"])
def test_who_returns_something_meant_it(body: str) -> None:
    assert why_nothing(source(body)) is None


@pytest.mark.parametrize(
    "text", ["", "solve = f\n", "def solve(:\n", "from f import solve\n", "async def solve(): pass\n"]
)
def test_without_a_text_of_solve_nothing_is_said(text: str) -> None:
    assert why_nothing(Source(text.encode(), "mine.py")) is None
