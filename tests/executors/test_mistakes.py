"""Mistakes that show in what solve returned: told where the text leaves no doubt."""

from __future__ import annotations

import pytest

from judge.executors.mistakes import why_nothing, why_small
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


KEPT = frozenset({4})


@pytest.mark.parametrize(
    ("top", "where"),
    [
        ("", ""),
        ("@cache\ndef f(): pass\n", "mine.py:1:2"),
        ("@functools.lru_cache(None)\ndef f(): pass\n", "mine.py:1:2"),
        ("def f():\n    global board\n", "mine.py:2:5"),
    ],
)
def test_a_board_of_a_warm_up_is_known_by_its_size(top: str, where: str) -> None:
    finding = why_small((4, 4), (6, 6), KEPT, Source((top + HEAD + "    pass\n").encode(), "mine.py"))
    assert finding is not None
    assert (finding.code, finding.where) == ("E125", where)


@pytest.mark.parametrize(
    ("shape", "n", "kept"),
    [(None, 6, KEPT), ((6, 6), 6, KEPT), ((4, 5), 6, KEPT), ((4, 4), 4, KEPT), ((4, 4), 6, frozenset[int]())],
)
def test_another_size_says_nothing(shape: tuple[int, int] | None, n: int, kept: frozenset[int]) -> None:
    assert why_small(shape, (n, n), kept, source("    pass\n")) is None
